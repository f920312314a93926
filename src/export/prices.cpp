// SPDX-License-Identifier: Apache-2.0
#include "export/prices.hpp"

#include "results/results.hpp"

namespace tilebridge::exports {
namespace {

Json to_json(const view::PricedHabit& habit, const std::vector<std::string>& releases) {
  Json json = {{"habit", habit.key}, {"written", habit.written}, {"matters", habit.matters}};
  if (!habit.instead.empty()) {
    json["instead"] = habit.instead;
    json["holds_if"] = habit.holds_if;
  }
  if (!habit.code_after.empty()) {
    json["code_before"] = habit.code_before;
    json["code_after"] = habit.code_after;
  }
  if (habit.cost.empty()) return json;
  json["cost"] = habit.cost;
  json["interval"] = habit.interval;
  json["case"] = habit.where;
  if (!habit.counted.empty()) json["counted"] = habit.counted;
  for (std::size_t i = 0; i < habit.with_releases.size(); ++i)
    json["with"][releases[i]] = habit.with_releases[i];
  return json;
}

Json to_json(const view::ShownStair& stair) {
  Json json = {
      {"variant", stair.variant}, {"change", stair.change}, {"performance", stair.performance}};
  if (!stair.habit.empty()) json["habit"] = stair.habit;
  if (stair.gain.empty()) return json;
  json["gain"] = stair.gain;
  json["interval"] = stair.interval;
  if (!stair.counted.empty()) json["counted"] = stair.counted;
  return json;
}

Json to_json(const view::ShownStaircase& staircase) {
  Json json = {{"variant", staircase.name}, {"case", staircase.setting}, {"sum", staircase.sum}};
  for (const view::ShownStair& stair : staircase.stairs) json["steps"].push_back(to_json(stair));
  return json;
}

Json to_json(const view::PriceChange& change) {
  return {{"habit", change.key},           {"written", change.written},
          {"case", change.where},          {"before", change.before},
          {"after", change.after},         {"change", change.change},
          {"time_with", change.time_with}, {"time_without", change.time_without},
          {"certain", change.is_certain}};
}

}  // namespace

std::string prices_json(const view::PriceList& list) {
  Json json = {{"device", list.device}, {"habits", Json::array()}};
  for (const view::PricedHabit& habit : list.habits)
    json["habits"].push_back(to_json(habit, list.releases));
  for (const view::ShownStaircase& staircase : list.staircases)
    json["staircases"].push_back(to_json(staircase));
  return json.dump(2) + "\n";
}

std::string price_changes_json(const view::PriceChanges& changes) {
  Json json = {{"before", changes.before}, {"after", changes.after}, {"changes", Json::array()}};
  for (const view::PriceChange& change : changes.changes)
    json["changes"].push_back(to_json(change));
  return json.dump(2) + "\n";
}

}  // namespace tilebridge::exports
