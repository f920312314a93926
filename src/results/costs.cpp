// SPDX-License-Identifier: Apache-2.0
#include "results/costs.hpp"

#include <fmt/format.h>

#include "results/summary.hpp"

namespace tilebridge {
namespace {

const Counters* counters_of(const CaseResult* c, const Model& model) {
  const KernelResult* result = c == nullptr ? nullptr : c->kernels.find(model);
  return result == nullptr || !result->counters ? nullptr : &*result->counters;
}

/// The case of the variant of that name with the parameters and cache of `c`; null if there is
/// none.
const CaseResult* find_alike(const std::string& variant, const CaseResult& c,
                             const std::vector<CaseResult>& cases) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseResult& other) {
    return other.experiment == c.experiment && other.variant == variant &&
           other.parameters == c.parameters && other.cache == c.cache &&
           other.platform == c.platform;
  });
  return found == cases.end() ? nullptr : &*found;
}

/// There may be no other way of writing.
constexpr Interval native = {1, 1, 1};

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
    const Interval* without =
        cost.instead == nullptr ? &native : performance_of(cost.instead->name, c, cases);
    if (with == nullptr || without == nullptr) continue;
    cost.parameters = c.parameters;
    cost.cache = c.cache;
    cost.performance = *with;
    cost.cost = quotient(*without, *with);
    if (const auto attribution = attribution_of(c))
      cost.in_native = quotient(native, attribution->writing);
    else
      cost.in_native.reset();
    found.push_back(cost);
  }
  return found;
}

/// None if none of `costs`, all of its idiom, is in the same case.
std::optional<Cost> in_same_case(const std::vector<Cost>& costs, const Cost& cost) {
  const auto found = std::find_if(costs.begin(), costs.end(), [&](const Cost& other) {
    return other.parameters == cost.parameters && other.cache == cost.cache;
  });
  return found == costs.end() ? std::nullopt : std::optional(*found);
}

/// Takes the first of `costs` in float that was measured in double, too.
std::optional<CostInReals> in_reals(const std::vector<Cost>& costs) {
  for (const Cost& cost : costs) {
    if (is_double(cost.parameters)) continue;
    Cost same = cost;
    same.parameters.set(real_parameter, real_name<double>);
    if (const auto in_double = in_same_case(costs, same))
      return {{cost.cost, in_double->cost, &cost == &costs.front() ? "" : cost.setting()}};
  }
  return std::nullopt;
}

}  // namespace

bool is_of(const CaseResult& c, const Experiment& experiment, const std::string& variant) {
  return c.experiment == experiment.name && c.variant == variant;
}

const Interval* performance_of(const CaseResult& c) {
  const ComparisonResult* comparison = kokkos_against_native(c);
  return comparison == nullptr ? nullptr : &comparison->ratio;
}

const Interval* performance_of(const std::string& variant, const CaseResult& c,
                               const std::vector<CaseResult>& cases) {
  const CaseResult* found = find_alike(variant, c, cases);
  return found == nullptr ? nullptr : performance_of(*found);
}

Interval quotient(const Interval& above, const Interval& below) {
  return {above.median / below.median, above.low / below.high, above.high / below.low};
}

std::optional<Counted> counted(const Profiles& profiles, const Experiment& experiment,
                               const Way& with, const Way& without) {
  for (const Results* profile : profiles)
    for (const CaseResult& c : profile->cases) {
      if (!is_of(c, experiment, with.variant)) continue;
      const Counters* own = counters_of(&c, with.model);
      const Counters* other =
          counters_of(find_alike(without.variant, c, profile->cases), without.model);
      if (own != nullptr && other != nullptr) return Counted{*own, *other};
    }
  return std::nullopt;
}

std::string Cost::setting() const { return fmt::format("{}, {}", to_string(parameters), cache); }

std::string Cost::key() const { return experiment->name + "/" + idiom->name; }

std::vector<Cost> idiom_costs(const Results& results, const Catalogue& catalogue) {
  std::vector<Cost> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants) {
      if (!variant.idiom || variant.form != Form::ranges) continue;
      std::vector<Cost> costs = costs_by_case(experiment, variant, results);
      if (costs.empty()) continue;
      std::ranges::stable_sort(costs, {}, [](const Cost& cost) {
        return std::pair(is_double(cost.parameters), -cost.cost.median);
      });
      found.push_back(costs.front());
      found.back().in_reals = in_reals(costs);
    }
  std::ranges::stable_sort(found, std::greater(),
                           [](const Cost& cost) { return cost.cost.median; });
  return found;
}

std::optional<Cost> cost_in(const Results& results, const Cost& same) {
  return in_same_case(costs_by_case(*same.experiment, *same.idiom, results), same);
}

bool depend(const std::vector<Interval>& costs) {
  constexpr double most = 1.3;
  const auto differ = [](const Interval& less, const Interval& more) {
    return more.median > most * less.median || (less.high < 1 && more.low > 1);
  };
  return std::ranges::any_of(costs, [&](const Interval& less) {
    return std::ranges::any_of(costs, [&](const Interval& more) { return differ(less, more); });
  });
}

std::optional<Counted> counted(const Cost& cost, const Profiles& profiles) {
  const Way with = {cost.idiom->name, Model::kokkos};
  const Way without = cost.instead == nullptr ? Way{cost.idiom->name, Model::native}
                                              : Way{cost.instead->name, Model::kokkos};
  return counted(profiles, *cost.experiment, with, without);
}

}  // namespace tilebridge
