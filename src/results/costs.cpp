// SPDX-License-Identifier: Apache-2.0
#include "results/costs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "results/ways.hpp"

namespace tilebridge {
namespace {

/// Where there is no other way of writing.
constexpr Interval native = {1, 1, 1};

const Interval* performance_instead(const std::vector<CaseResult>& cases, const Cost& cost,
                                    const CaseResult& idiom) {
  return cost.instead == nullptr ? &native : performance_of(cost.instead->name, idiom, cases);
}

std::vector<Cost> costs_by_case(const Experiment& experiment, const Variant& idiom,
                                const Results& results) {
  const std::vector<CaseResult>& cases = results.cases;
  std::vector<Cost> found;
  if (text_at(results.program, "started") < idiom.idiom->since) return found;
  Cost cost = {.experiment = &experiment,
               .idiom = &idiom,
               .instead = experiment.find(matched_name(idiom.name))};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, idiom.name)) continue;
    const Interval* with = performance_of(c);
    const Interval* without = performance_instead(cases, cost, c);
    if (with == nullptr || without == nullptr) continue;
    cost.parameters = c.parameters;
    cost.cache = c.cache;
    cost.performance = *with;
    cost.performance_instead = *without;
    cost.cost = quotient(*without, *with);
    found.push_back(cost);
  }
  return found;
}

/// One list for each variant that has an idiom.
std::vector<std::vector<Cost>> costs_by_idiom(const Results& results, const Catalogue& catalogue) {
  std::vector<std::vector<Cost>> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.idiom && variant.form == Form::ranges)
        found.push_back(costs_by_case(experiment, variant, results));
  return found;
}

bool is_dearer(const Cost& a, const Cost& b) { return a.cost.median > b.cost.median; }

bool is_in_same_case(const Cost& a, const Cost& b) {
  return a.parameters == b.parameters && a.cache == b.cache;
}

double dearest_of(const PairedCost& pair) {
  return std::max(pair.before.cost.median, pair.after.cost.median);
}

double size_of(const PairedCost& pair) { return std::abs(std::log(pair.change())); }

/// None if none of `costs`, all of its idiom, is in the same case.
std::optional<Cost> in_same_case(const std::vector<Cost>& costs, const Cost& cost) {
  const auto found = std::find_if(costs.begin(), costs.end(),
                                  [&](const Cost& p) { return is_in_same_case(p, cost); });
  return found == costs.end() ? std::nullopt : std::optional(*found);
}

/// Of one idiom; the dearest pair.
std::optional<PairedCost> paired(const std::vector<Cost>& before, const std::vector<Cost>& after) {
  std::optional<PairedCost> dearest;
  for (const Cost& now : after) {
    const std::optional<Cost> old = in_same_case(before, now);
    if (!old) continue;
    const PairedCost pair = {*old, now};
    if (!dearest || dearest_of(pair) > dearest_of(*dearest)) dearest = pair;
  }
  return dearest;
}

}  // namespace

std::string Cost::key() const { return experiment->name + "/" + idiom->name; }

std::vector<Cost> idiom_costs(const Results& results, const Catalogue& catalogue) {
  std::vector<Cost> found;
  for (const std::vector<Cost>& of_idiom : costs_by_idiom(results, catalogue))
    if (!of_idiom.empty())
      found.push_back(*std::min_element(of_idiom.begin(), of_idiom.end(), is_dearer));
  std::stable_sort(found.begin(), found.end(), is_dearer);
  return found;
}

std::optional<Cost> cost_in(const Results& results, const Cost& same) {
  return in_same_case(costs_by_case(*same.experiment, *same.idiom, results), same);
}

std::vector<PairedCost> paired_costs(const Results& before, const Results& after,
                                     const Catalogue& catalogue) {
  const auto old_costs = costs_by_idiom(before, catalogue);
  const auto new_costs = costs_by_idiom(after, catalogue);
  std::vector<PairedCost> found;
  for (std::size_t idiom = 0; idiom < new_costs.size(); ++idiom)
    if (const auto pair = paired(old_costs[idiom], new_costs[idiom])) found.push_back(*pair);
  std::stable_sort(found.begin(), found.end(), [](const PairedCost& a, const PairedCost& b) {
    return size_of(a) > size_of(b);
  });
  return found;
}

std::optional<Counted> counted(const Cost& cost, const Profiles& profiles) {
  const Way with = {cost.idiom->name, Model::kokkos};
  const Way without = cost.instead == nullptr ? Way{cost.idiom->name, Model::native}
                                              : Way{cost.instead->name, Model::kokkos};
  return counted(profiles, *cost.experiment, with, without);
}

}  // namespace tilebridge
