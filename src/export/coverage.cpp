// SPDX-License-Identifier: Apache-2.0
#include "export/coverage.hpp"

#include "results/results.hpp"

namespace tilebridge::exports {
namespace {

Json to_json(const claims::Item& item) {
  Json json = {{"document", item.source.document},
               {"section", item.source.section},
               {"text", item.text},
               {"kind", name_of(item.kind)},
               {"places", item.places},
               {"coverage", name_of(item.coverage())}};
  if (!item.open.empty()) json["open"] = item.open;
  if (!item.out_of_scope.empty()) json["reason"] = item.out_of_scope;
  return json;
}

}  // namespace

std::string coverage_json(const std::vector<pages::DocumentItems>& documents) {
  Json json = {{"items", Json::array()}};
  for (const pages::DocumentItems& one : documents)
    for (const claims::Item* item : one.items) json["items"].push_back(to_json(*item));
  return json.dump(2) + "\n";
}

}  // namespace tilebridge::exports
