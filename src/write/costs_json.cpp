// SPDX-License-Identifier: Apache-2.0
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

Json to_json(const pages::IdiomCost& idiom, const std::vector<std::string>& others) {
  Json json = {{"idiom", idiom.key}, {"written", idiom.written}, {"matters", idiom.matters}};
  if (!idiom.instead.empty()) {
    json["instead"] = idiom.instead;
    json["holds_if"] = idiom.holds_if;
  }
  if (!idiom.code_after.empty()) {
    json["code_before"] = idiom.code_before;
    json["code_after"] = idiom.code_after;
  }
  if (idiom.cost.empty()) return json;
  json["cost"] = idiom.cost;
  json["interval"] = idiom.interval;
  if (!idiom.in_double.empty()) json["in_double"] = idiom.in_double;
  if (!idiom.in_native.empty()) json["in_native"] = idiom.in_native;
  json["case"] = idiom.where;
  if (!idiom.counted.empty()) json["counted"] = idiom.counted;
  for (std::size_t i = 0; i < idiom.elsewhere.size(); ++i)
    json["elsewhere"][others[i]] = idiom.elsewhere[i];
  if (!idiom.elsewhere.empty() || !idiom.in_double.empty()) json["depends"] = idiom.depends;
  return json;
}

Json to_json(const pages::ShownStage& stage) {
  Json json = {
      {"variant", stage.variant}, {"change", stage.change}, {"performance", stage.performance}};
  if (!stage.idiom.empty()) json["idiom"] = stage.idiom;
  if (stage.gain.empty()) return json;
  json["gain"] = stage.gain;
  json["interval"] = stage.interval;
  if (!stage.counted.empty()) json["counted"] = stage.counted;
  return json;
}

Json to_json(const pages::ShownAblation& ablation) {
  Json json = {{"variant", ablation.name}, {"case", ablation.setting}, {"sum", ablation.sum}};
  for (const pages::ShownStage& stage : ablation.stages) json["steps"].push_back(to_json(stage));
  return json;
}

}  // namespace

std::string costs_json(const pages::CostList& list) {
  Json json = {{"device", list.device}, {"idioms", Json::array()}};
  for (const pages::IdiomCost& idiom : list.idioms)
    json["idioms"].push_back(to_json(idiom, list.others));
  for (const pages::ShownAblation& ablation : list.ablations)
    json["ablations"].push_back(to_json(ablation));
  return json_text(json);
}

}  // namespace tilebridge::write
