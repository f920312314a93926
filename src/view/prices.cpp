// SPDX-License-Identifier: Apache-2.0
#include "view/prices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/releases.hpp"
#include "results/summary.hpp"
#include "results/ways.hpp"
#include "sources/listing.hpp"
#include "view/cases.hpp"
#include "view/counted.hpp"
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

/// The sections of examples/idioms that are called `name`; a line of their own says what is left
/// out between them.
std::string idiom_code(const std::string& name) {
  std::string code;
  for (const sources::SourceFile& file : sources::idiom_sources())
    for (const sources::Fragment& fragment : sources::sections_named(file, name))
      code += fmt::format("{}{}\n", code.empty() ? "" : "// …\n", fmt::join(fragment.lines, "\n"));
  return code;
}

std::string where(const Price& price) {
  return fmt::format("{}, {}", to_string(price.parameters), price.cache);
}

PricedHabit priced(const Price& price, const Profiles& profiles) {
  PricedHabit habit = unpriced(*price.experiment, *price.habit);
  habit.cost = cost_text(price.cost.median);
  habit.interval = interval_text(price.cost);
  habit.where = where(price);
  if (const auto known = counted(price, profiles)) habit.counted = counted_text(*known);
  return habit;
}

/// What each habit of the list costs with another Kokkos of the run.
void add_release(PriceList& list, const std::vector<Price>& prices, const Results& results,
                 const std::string& name) {
  const Results as_release = with_release(results, name);
  list.releases.push_back(tame(name, 40));
  for (std::size_t i = 0; i < prices.size(); ++i) {
    const auto price = price_in(as_release, prices[i]);
    list.habits[i].with_releases.push_back(price ? both_texts(price->cost) : "");
  }
}

std::string device_of(const Results& results) {
  const std::string kokkos =
      results.builds.contains("kokkos") ? text_at(results.builds["kokkos"], "version") : "";
  return text_at(results.device, "name") + (kokkos.empty() ? "" : ", Kokkos " + kokkos);
}

std::string experiment_of(const std::string& key) { return key.substr(0, key.find('/')); }

bool overlap(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

/// How the time of a way of writing changed, compared with that of native code.
std::string time_change(const Interval& before, const Interval& after) {
  return fmt::format("{:.2f}×", before.median / after.median);
}

PriceChange change_of(const PairedPrice& pair) {
  const auto& [old, now] = pair;
  return {.key = now.key(),
          .written = now.habit->technique,
          .where = where(now),
          .before = both_texts(old.cost),
          .after = both_texts(now.cost),
          .change = fmt::format("{:.2f}×", pair.change()),
          .time_with = time_change(old.performance, now.performance),
          .time_without = time_change(old.performance_instead, now.performance_instead),
          .is_certain = !overlap(old.cost, now.cost)};
}

/// Of a plain variant with named habits, the case in which Kokkos is slowest; null if it is nowhere
/// slower than parity.
const CaseResult* slowest_case(const Experiment& experiment, const Variant& variant,
                               const std::vector<CaseResult>& cases) {
  const CaseResult* slowest = nullptr;
  if (variant.level != Level::textbook || variant.habits.empty()) return nullptr;
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, variant.name) || c.platform == "host") continue;
    const ComparisonResult* comparison = kokkos_against_native(c);
    if (comparison == nullptr || comparison->verdict != Verdict::slower) continue;
    if (slowest == nullptr || comparison->ratio.median < performance_of(*slowest)->median)
      slowest = &c;
  }
  return slowest;
}

/// The steps from the plain variant on, the largest gain first.
std::vector<const Stair*> stairs_by_gain(const Variant& plain,
                                         const std::vector<Staircase>& staircases) {
  std::vector<const Stair*> stairs;
  for (const Staircase& staircase : staircases)
    for (const Stair& stair : staircase.stairs)
      if (&staircase.plain() == &plain && stair.variant->step) stairs.push_back(&stair);
  std::stable_sort(stairs.begin(), stairs.end(),
                   [](const Stair* a, const Stair* b) { return a->gain.median > b->gain.median; });
  return stairs;
}

}  // namespace

PricedHabit unpriced(const Experiment& experiment, const Variant& habit) {
  const Variant* instead = experiment.find(matched_name(habit.name));
  PricedHabit found = {.key = experiment.name + "/" + habit.name,
                       .written = habit.technique,
                       .instead = instead == nullptr ? "" : instead->technique,
                       .holds_if = instead == nullptr ? "" : habit.habit->holds_if,
                       .matters = habit.habit->matters};
  found.code_before = idiom_code("before " + found.key);
  found.code_after = idiom_code("after " + found.key);
  return found;
}

std::string instead_text(const PricedHabit& habit) {
  const bool is_conditional = !habit.holds_if.empty() && habit.holds_if != always;
  return is_conditional ? fmt::format("({}) {}", habit.holds_if, habit.instead) : habit.instead;
}

PriceList unpriced(const Catalogue& catalogue) {
  PriceList list;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.habit) list.habits.push_back(unpriced(experiment, variant));
  return list;
}

PriceList price_list(const Results& results, const Catalogue& catalogue, const Profiles& profiles) {
  PriceList list = {device_of(results),
                    program_text(results),
                    command_line_text(results),
                    {},
                    shown_staircases(results, catalogue, profiles)};
  const std::vector<Price> known = prices(results, catalogue);
  for (const Price& price : known) list.habits.push_back(priced(price, profiles));
  for (const Release& release : releases_by_version(results))
    add_release(list, known, results, release.name);
  return list;
}

std::vector<IdiomCode> idiom_codes(const PriceList& list) {
  std::vector<IdiomCode> codes;
  for (const PricedHabit& habit : list.habits) {
    if (habit.code_after.empty()) continue;
    const auto same = std::find_if(codes.begin(), codes.end(), [&](const IdiomCode& code) {
      return code.before == habit.code_before && code.after == habit.code_after;
    });
    if (same == codes.end())
      codes.push_back({habit.key, habit.code_before, habit.code_after});
    else
      same->keys += ", " + habit.key;
  }
  return codes;
}

PriceChanges price_changes(const Results& before, const Results& after,
                           const Catalogue& catalogue) {
  PriceChanges changes = {device_of(before), device_of(after), {}};
  for (const PairedPrice& pair : paired_prices(before, after, catalogue))
    changes.changes.push_back(change_of(pair));
  return changes;
}

Costs costs(const Results& results, const Catalogue& catalogue) {
  Costs found;
  for (const SlowKernel& kernel : slow_kernels(results, catalogue))
    found.slow_kernels.push_back(
        fmt::format("{} of native {}: {}", kernel.performance, kernel.name, kernel.habits));
  for (const PricedHabit& habit : price_list(results, catalogue).habits)
    found.dear_habits.push_back(
        fmt::format("{}× {}{}", habit.cost, habit.key,
                    habit.instead.empty() ? "" : ": " + instead_text(habit)));
  return found;
}

Table prices_table(const PriceList& list) {
  Table table = {"What ways of writing Kokkos cost",
                 {{"habit"},
                  {"cost"},
                  {"95% interval"},
                  {"what is written"},
                  {"instead"},
                  {"holds if"},
                  {"matters"},
                  {"case"},
                  {"counted"}},
                 {{"", {}}}};
  constexpr std::ptrdiff_t behind_own = 3;
  for (std::size_t i = 0; i < list.releases.size(); ++i)
    table.columns.insert(table.columns.begin() + behind_own + static_cast<std::ptrdiff_t>(i),
                         {"with " + list.releases[i]});
  for (const PricedHabit& habit : list.habits) {
    Table::Row row = {{{habit.key},
                       Cell::number(habit.cost),
                       {habit.interval},
                       {habit.written},
                       {habit.instead},
                       {habit.holds_if},
                       {habit.matters},
                       {habit.where},
                       {habit.counted}},
                      {},
                      experiment_of(habit.key)};
    std::vector<Cell> others;
    for (const std::string& cost : habit.with_releases) others.push_back({cost});
    row.cells.insert(row.cells.begin() + behind_own, others.begin(), others.end());
    table.groups.front().rows.push_back(std::move(row));
  }
  return table;
}

Table price_changes_table(const PriceChanges& changes) {
  Table table = {"What changed in what ways of writing Kokkos cost",
                 {{"habit"},
                  {"what is written"},
                  {changes.before, "before"},
                  {changes.after, "after"},
                  {"change"},
                  {"time with it"},
                  {"time without it"},
                  {"case"}},
                 {{"", {}}}};
  for (const PriceChange& change : changes.changes)
    table.groups.front().rows.push_back(
        {{{change.key},
          {change.written},
          {change.before},
          {change.after},
          {change.change + (change.is_certain ? "" : " (intervals overlap)")},
          {change.time_with},
          {change.time_without},
          {change.where}},
         {},
         experiment_of(change.key)});
  return table;
}

std::string habits_text(const Variant& variant, const std::vector<Staircase>& staircases) {
  std::vector<std::string> keys = variant.habits;
  std::vector<std::string> named;
  for (const Stair* stair : stairs_by_gain(variant, staircases))
    if (std::erase(keys, stair->variant->step->habit) > 0)
      named.push_back(
          fmt::format("{} ({}× here)", stair->variant->step->habit, cost_text(stair->gain.median)));
  for (const std::string& key : keys) named.push_back(key + " (cost here unknown)");
  return fmt::format("{}", fmt::join(named, ", "));
}

std::vector<SlowKernel> slow_kernels(const Results& results, const Catalogue& catalogue) {
  std::vector<std::pair<const Variant*, const CaseResult*>> slow;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (const CaseResult* c = slowest_case(experiment, variant, results.cases))
        slow.emplace_back(&variant, c);
  std::stable_sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) {
    return performance_of(*a.second)->median < performance_of(*b.second)->median;
  });
  const std::vector<Staircase> known = staircases(results, catalogue);
  std::vector<SlowKernel> kernels;
  for (const auto& [variant, c] : slow)
    kernels.push_back({.name = c->experiment + "/" + c->variant,
                       .performance = cost_text(performance_of(*c)->median),
                       .where = setting_of(*c),
                       .habits = habits_text(*variant, known)});
  return kernels;
}

Table slow_kernels_table(const std::vector<SlowKernel>& kernels) {
  Table table = {
      "Plain kernels slower than native code, the habits that they have, and what each costs "
      "there where that was measured",
      {{"variant"}, {"of native"}, {"case"}, {"habits"}},
      {{"", {}}}};
  for (const SlowKernel& kernel : kernels)
    table.groups.front().rows.push_back(
        {{{kernel.name}, Cell::number(kernel.performance), {kernel.where}, {kernel.habits}},
         {},
         experiment_of(kernel.name)});
  return table;
}

}  // namespace tilebridge::view
