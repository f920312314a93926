// SPDX-License-Identifier: Apache-2.0
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

Json to_json(const pages::Place& place) {
  const pages::IdiomCost& idiom = place.idiom;
  Json json = {{"file", place.path},         {"line", place.line},       {"idiom", idiom.key},
               {"written", idiom.written},   {"matters", idiom.matters}, {"instead", idiom.instead},
               {"holds_if", idiom.holds_if}, {"code", place.code}};
  if (!place.kernel.empty()) json["kernel"] = place.kernel;
  if (!idiom.cost.empty()) json["cost"] = place.cost();
  return json;
}

Json sarif_rule(const pages::IdiomCost& idiom) {
  return {{"id", idiom.key},
          {"shortDescription", {{"text", idiom.written}}},
          {"help",
           {{"text", fmt::format("It costs where: {}. Write: {}. That holds if: {}.", idiom.matters,
                                 idiom.instead, idiom.holds_if)}}}};
}

Json sarif_result(const pages::Place& place) {
  const Json region = {{"startLine", place.line}};
  const Json location = {{"artifactLocation", {{"uri", place.path}}}, {"region", region}};
  return {{"ruleId", place.idiom.key},
          {"level", "note"},
          {"message", {{"text", pages::advice_of(place)}}},
          {"locations", {{{"physicalLocation", location}}}}};
}

}  // namespace

std::string scan_json(const pages::ScanReport& report) {
  Json json = {{"measured", report.measured}, {"files", report.files}, {"places", Json::array()}};
  for (const pages::Place& place : report.places) json["places"].push_back(to_json(place));
  return json_text(json);
}

std::string scan_sarif(const pages::ScanReport& report) {
  Json rules = Json::array(), results = Json::array();
  std::vector<std::string> known;
  for (const pages::Place& place : report.places) {
    results.push_back(sarif_result(place));
    if (std::ranges::find(known, place.idiom.key) != known.end()) continue;
    known.push_back(place.idiom.key);
    rules.push_back(sarif_rule(place.idiom));
  }
  const Json driver = {{"name", "tilebridge scan"}, {"rules", rules}};
  return json_text({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", {{{"tool", {{"driver", driver}}}, {"results", results}}}}});
}

}  // namespace tilebridge::write
