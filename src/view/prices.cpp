// SPDX-License-Identifier: Apache-2.0
#include "view/prices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "view/run.hpp"

namespace tilebridge::view {
namespace {

std::string cost_text(double cost) { return fmt::format("{:.2f}", cost); }
std::string interval_text(const Interval& cost) {
  return fmt::format("{:.2f}…{:.2f}", cost.low, cost.high);
}
std::string both_texts(const Interval& cost) {
  return cost_text(cost.median) + " " + interval_text(cost);
}

PricedHabit habit_of(const Experiment& experiment, const Variant& habit) {
  const Variant* instead = experiment.find(matched_name(habit.name));
  return {.key = experiment.name + "/" + habit.name,
          .written = habit.technique,
          .instead = instead == nullptr ? "" : instead->technique,
          .matters = habit.habit->matters};
}

PricedHabit priced(const Price& price) {
  PricedHabit habit = habit_of(*price.experiment, *price.habit);
  habit.cost = cost_text(price.cost.median);
  habit.interval = interval_text(price.cost);
  habit.where = fmt::format("{}, {}", to_string(price.parameters), price.cache);
  return habit;
}

std::string device_of(const Results& results) {
  const std::string kokkos =
      results.builds.contains("kokkos") ? text_at(results.builds["kokkos"], "version") : "";
  return text_at(results.device, "name") + (kokkos.empty() ? "" : ", Kokkos " + kokkos);
}

std::string experiment_of(const std::string& key) { return key.substr(0, key.find('/')); }

bool overlap(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

double size_of(const Price& before, const Price& after) {
  return std::abs(std::log(after.cost.median / before.cost.median));
}

}  // namespace

PriceList unpriced(const Catalogue& catalogue) {
  PriceList list;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.habit) list.habits.push_back(habit_of(experiment, variant));
  return list;
}

PriceList price_list(const Results& results, const Catalogue& catalogue) {
  PriceList list = {device_of(results), program_text(results), command_line_text(results), {}};
  for (const Price& price : prices(results, catalogue)) list.habits.push_back(priced(price));
  return list;
}

PriceChanges price_changes(const Results& before, const Results& after,
                           const Catalogue& catalogue) {
  const std::vector<Price> old_prices = prices(before, catalogue);
  const std::vector<Price> new_prices = prices(after, catalogue);
  std::vector<std::pair<const Price*, const Price*>> pairs;
  for (const Price& price : new_prices) {
    const auto found = std::find_if(old_prices.begin(), old_prices.end(),
                                    [&](const Price& old) { return old.habit == price.habit; });
    if (found != old_prices.end()) pairs.emplace_back(&*found, &price);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return size_of(*a.first, *a.second) > size_of(*b.first, *b.second);
  });
  PriceChanges changes = {device_of(before), device_of(after), {}};
  for (const auto& [old, now] : pairs)
    changes.changes.push_back(
        {.key = now->key(),
         .written = now->habit->technique,
         .before = both_texts(old->cost),
         .after = both_texts(now->cost),
         .change = fmt::format("{:.2f}×", now->cost.median / old->cost.median),
         .is_certain = !overlap(old->cost, now->cost)});
  return changes;
}

Table prices_table(const PriceList& list) {
  Table table = {"What ways of writing Kokkos cost",
                 {{"habit"},
                  {"cost"},
                  {"95% interval"},
                  {"what is written"},
                  {"instead"},
                  {"matters"},
                  {"case"}},
                 {{"", {}}}};
  for (const PricedHabit& habit : list.habits)
    table.groups.front().rows.push_back({{{habit.key},
                                          Cell::number(habit.cost),
                                          {habit.interval},
                                          {habit.written},
                                          {habit.instead},
                                          {habit.matters},
                                          {habit.where}},
                                         {},
                                         experiment_of(habit.key)});
  return table;
}

Table price_changes_table(const PriceChanges& changes) {
  Table table = {"What changed in what ways of writing Kokkos cost",
                 {{"habit"},
                  {"what is written"},
                  {changes.before, "before"},
                  {changes.after, "after"},
                  {"change"}},
                 {{"", {}}}};
  for (const PriceChange& change : changes.changes)
    table.groups.front().rows.push_back(
        {{{change.key},
          {change.written},
          {change.before},
          {change.after},
          {change.change + (change.is_certain ? "" : " (intervals overlap)")}},
         {},
         experiment_of(change.key)});
  return table;
}

std::string habits_text(const Variant& variant, const std::vector<Price>& prices) {
  std::vector<std::string> named;
  std::vector<std::string> keys = variant.habits;
  for (const Price* price : prices_of(variant, prices)) {
    named.push_back(fmt::format("{} ({}×)", price->key(), cost_text(price->cost.median)));
    std::erase(keys, price->key());
  }
  named.insert(named.end(), keys.begin(), keys.end());
  return fmt::format("{}", fmt::join(named, ", "));
}

std::string in_short(const PricedHabit& habit) {
  const std::string instead = habit.instead.empty() ? "" : "; write: " + habit.instead;
  return fmt::format("{}× {}: {}{}", habit.cost, habit.key, habit.written, instead);
}

}  // namespace tilebridge::view
