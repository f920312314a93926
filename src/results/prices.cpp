// SPDX-License-Identifier: Apache-2.0
#include "results/prices.hpp"

#include <algorithm>
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

/// The dearest of the habit's cases.
std::optional<Price> price_of(const Experiment& experiment, const Variant& habit,
                              const std::vector<CaseResult>& cases) {
  Price price = {&experiment, &habit, experiment.find(matched_name(habit.name)), {}, "", {}};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, habit.name)) continue;
    const Interval* with = performance_of(c);
    const Interval* without = performance_instead(cases, price, c);
    if (with == nullptr || without == nullptr) continue;
    const Interval cost = quotient(*without, *with);
    if (cost.median <= price.cost.median) continue;
    price.cost = cost;
    price.parameters = c.parameters;
    price.cache = c.cache;
  }
  return price.cost.median > 0 ? std::optional(price) : std::nullopt;
}

bool is_dearer(const Price& a, const Price& b) { return a.cost.median > b.cost.median; }

}  // namespace

std::string Price::key() const { return experiment->name + "/" + habit->name; }

std::vector<Price> prices(const Results& results, const Catalogue& catalogue) {
  std::vector<Price> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.habit && variant.level == Level::textbook)
        if (const auto price = price_of(experiment, variant, results.cases))
          found.push_back(*price);
  std::stable_sort(found.begin(), found.end(), is_dearer);
  return found;
}

std::optional<Counted> counted(const Price& price, const Profiles& profiles) {
  const Way with = {price.habit->name, Model::kokkos};
  const Way without = price.instead == nullptr ? Way{price.habit->name, Model::native}
                                               : Way{price.instead->name, Model::kokkos};
  return counted(profiles, *price.experiment, with, without);
}

std::vector<const Price*> prices_of(const Variant& variant, const std::vector<Price>& prices) {
  std::vector<const Price*> found;
  for (const Price& price : prices)
    if (std::find(variant.habits.begin(), variant.habits.end(), price.key()) !=
        variant.habits.end())
      found.push_back(&price);
  return found;
}

}  // namespace tilebridge
