// SPDX-License-Identifier: Apache-2.0
#include "results/prices.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "results/ways.hpp"

namespace tilebridge {
namespace {

/// Where there is no other way of writing.
constexpr Interval native = {1, 1, 1};

const Interval* performance_instead(const std::vector<CaseResult>& cases, const Price& price,
                                    const CaseResult& habit) {
  return price.instead == nullptr ? &native : performance_of(price.instead->name, habit, cases);
}

std::vector<Price> prices_by_case(const Experiment& experiment, const Variant& habit,
                                  const Results& results) {
  const std::vector<CaseResult>& cases = results.cases;
  std::vector<Price> found;
  if (text_at(results.program, "started") < habit.habit->since) return found;
  Price price = {.experiment = &experiment,
                 .habit = &habit,
                 .instead = experiment.find(matched_name(habit.name))};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, habit.name)) continue;
    const Interval* with = performance_of(c);
    const Interval* without = performance_instead(cases, price, c);
    if (with == nullptr || without == nullptr) continue;
    price.parameters = c.parameters;
    price.cache = c.cache;
    price.performance = *with;
    price.performance_instead = *without;
    price.cost = quotient(*without, *with);
    found.push_back(price);
  }
  return found;
}

/// One list for each variant that has a habit.
std::vector<std::vector<Price>> prices_by_habit(const Results& results,
                                                const Catalogue& catalogue) {
  std::vector<std::vector<Price>> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.habit && variant.level == Level::textbook)
        found.push_back(prices_by_case(experiment, variant, results));
  return found;
}

bool is_dearer(const Price& a, const Price& b) { return a.cost.median > b.cost.median; }

bool is_in_same_case(const Price& a, const Price& b) {
  return a.parameters == b.parameters && a.cache == b.cache;
}

double dearest_of(const PairedPrice& pair) {
  return std::max(pair.before.cost.median, pair.after.cost.median);
}

double size_of(const PairedPrice& pair) { return std::abs(std::log(pair.change())); }

/// None if none of `prices`, all of its habit, is in the same case.
std::optional<Price> in_same_case(const std::vector<Price>& prices, const Price& price) {
  const auto found = std::find_if(prices.begin(), prices.end(),
                                  [&](const Price& p) { return is_in_same_case(p, price); });
  return found == prices.end() ? std::nullopt : std::optional(*found);
}

/// Of one habit; the dearest pair.
std::optional<PairedPrice> paired(const std::vector<Price>& before,
                                  const std::vector<Price>& after) {
  std::optional<PairedPrice> dearest;
  for (const Price& now : after) {
    const std::optional<Price> old = in_same_case(before, now);
    if (!old) continue;
    const PairedPrice pair = {*old, now};
    if (!dearest || dearest_of(pair) > dearest_of(*dearest)) dearest = pair;
  }
  return dearest;
}

}  // namespace

std::string Price::key() const { return experiment->name + "/" + habit->name; }

std::vector<Price> prices(const Results& results, const Catalogue& catalogue) {
  std::vector<Price> found;
  for (const std::vector<Price>& of_habit : prices_by_habit(results, catalogue))
    if (!of_habit.empty())
      found.push_back(*std::min_element(of_habit.begin(), of_habit.end(), is_dearer));
  std::stable_sort(found.begin(), found.end(), is_dearer);
  return found;
}

std::optional<Price> price_in(const Results& results, const Price& same) {
  return in_same_case(prices_by_case(*same.experiment, *same.habit, results), same);
}

std::vector<PairedPrice> paired_prices(const Results& before, const Results& after,
                                       const Catalogue& catalogue) {
  const auto old_prices = prices_by_habit(before, catalogue);
  const auto new_prices = prices_by_habit(after, catalogue);
  std::vector<PairedPrice> found;
  for (std::size_t habit = 0; habit < new_prices.size(); ++habit)
    if (const auto pair = paired(old_prices[habit], new_prices[habit])) found.push_back(*pair);
  std::stable_sort(found.begin(), found.end(), [](const PairedPrice& a, const PairedPrice& b) {
    return size_of(a) > size_of(b);
  });
  return found;
}

std::optional<Counted> counted(const Price& price, const Profiles& profiles) {
  const Way with = {price.habit->name, Model::kokkos};
  const Way without = price.instead == nullptr ? Way{price.habit->name, Model::native}
                                               : Way{price.instead->name, Model::kokkos};
  return counted(profiles, *price.experiment, with, without);
}

}  // namespace tilebridge
