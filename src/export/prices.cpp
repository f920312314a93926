// SPDX-License-Identifier: Apache-2.0
#include "export/prices.hpp"

#include "results/results.hpp"

namespace tilebridge::exports {
namespace {

Json to_json(const view::PricedHabit& habit) {
  Json json = {{"habit", habit.key}, {"written", habit.written}, {"matters", habit.matters}};
  if (!habit.instead.empty()) json["instead"] = habit.instead;
  if (habit.cost.empty()) return json;
  json["cost"] = habit.cost;
  json["interval"] = habit.interval;
  json["case"] = habit.where;
  return json;
}

Json to_json(const view::PriceChange& change) {
  return {{"habit", change.key},   {"written", change.written}, {"before", change.before},
          {"after", change.after}, {"change", change.change},   {"certain", change.is_certain}};
}

}  // namespace

std::string prices_json(const view::PriceList& list) {
  Json json = {{"device", list.device}, {"habits", Json::array()}};
  for (const view::PricedHabit& habit : list.habits) json["habits"].push_back(to_json(habit));
  return json.dump(2) + "\n";
}

std::string price_changes_json(const view::PriceChanges& changes) {
  Json json = {{"before", changes.before}, {"after", changes.after}, {"changes", Json::array()}};
  for (const view::PriceChange& change : changes.changes)
    json["changes"].push_back(to_json(change));
  return json.dump(2) + "\n";
}

}  // namespace tilebridge::exports
