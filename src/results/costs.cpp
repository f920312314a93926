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

/// Performance of native code against itself: there may be no other way to write an idiom.
constexpr Interval native = {1, 1, 1};

constexpr const char* other_mode = "one side waits for the host and was timed in another way";

/// One side of a cost: a kernel and the native code that it is compared with.
struct Side {
  const CaseResult* of;
  const KernelResult* kernel;     // null if it has no result
  const KernelResult* reference;  // null if there is none
  const Interval* performance;    // against that
};

/// A whole case was timed so before each kernel said how it was.
bool waits_for_host(const CaseResult& c, const KernelResult* kernel) {
  const auto waits = [](const KernelResult& result) {
    return result.timing && result.timing->waits_for_host;
  };
  if (kernel != nullptr && waits(*kernel)) return true;
  return c.sampling.waits_for_host &&
         std::ranges::none_of(c.kernels, [&](const auto& entry) { return waits(entry.second); });
}

const Interval* back_to_back(const KernelResult* kernel) {
  return kernel == nullptr || !kernel->timing || !kernel->timing->back_to_back
             ? nullptr
             : &*kernel->timing->back_to_back;
}

Side kokkos_side(const CaseResult& c) {
  const ComparisonResult* comparison = kokkos_against_native(c);
  if (comparison == nullptr) return {&c, nullptr, nullptr, nullptr};
  return {&c, c.kernels.find(comparison->kernel), c.kernels.find(comparison->against),
          &comparison->ratio};
}

Side native_side(const CaseResult& c) {
  const KernelResult* reference = reference_of(c);
  return {&c, reference, reference, &native};
}

/// Time of one side ÷ time of the other; none if they were timed in two modes.
std::optional<Interval> cost_of(const Side& with, const Side& without) {
  const bool waits = waits_for_host(*with.of, with.kernel);
  const bool other_waits = waits_for_host(*without.of, without.kernel);
  const Interval* above = back_to_back(with.kernel);
  const Interval* below = back_to_back(without.kernel);
  if ((waits || other_waits) && above != nullptr && below != nullptr)
    return quotient(*above, *below);
  const bool alike = waits == other_waits && waits_for_host(*with.of, with.reference) ==
                                                 waits_for_host(*without.of, without.reference);
  if (!alike) return std::nullopt;
  return quotient(*without.performance, *with.performance);
}

/// Time of the control ÷ time of the kernel by indices, and the launch's part of that.
void add_native(Cost& cost, const CaseResult& c) {
  cost.in_native.reset();
  cost.launch_in_native.reset();
  const auto attribution = attribution_of(c);
  if (!attribution) return;
  for (const ComparisonResult& r : c.comparisons)
    if (r.kernel.is(control) && c.kernels.find(r.against) == reference_of(c))
      cost.in_native = quotient(native, r.ratio);
  if (attribution->launch) cost.launch_in_native = quotient(native, *attribution->launch);
}

struct CostsByCase {
  std::vector<Cost> costs;
  std::vector<RefusedCost> refused;
};

CostsByCase costs_by_case(const Experiment& experiment, const Variant& idiom,
                          const Results& results) {
  const std::vector<CaseResult>& cases = results.cases;
  CostsByCase found;
  if (text_at(results.program, "started") < idiom.idiom->since) return found;
  Cost cost = {.experiment = &experiment,
               .idiom = &idiom,
               .instead = experiment.find(rewritten_name(idiom.name))};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, idiom.name)) continue;
    const CaseResult* other =
        cost.instead == nullptr ? &c : find_alike(cost.instead->name, c, cases);
    if (other == nullptr) continue;
    const Side with = kokkos_side(c);
    const Side without = cost.instead == nullptr ? native_side(c) : kokkos_side(*other);
    if (with.performance == nullptr || without.performance == nullptr) continue;
    cost.parameters = c.parameters;
    cost.cache = c.cache;
    cost.performance = *with.performance;
    const std::optional<Interval> quotient_of_both = cost_of(with, without);
    if (!quotient_of_both) {
      found.refused.push_back({&experiment, &idiom, cost.setting(), other_mode});
      continue;
    }
    cost.cost = *quotient_of_both;
    add_native(cost, c);
    found.costs.push_back(cost);
  }
  return found;
}

/// Calls `visit` for each idiom of the catalogue, with its costs.
template <class Visit>
void for_each_idiom(const Results& results, const Catalogue& catalogue, const Visit& visit) {
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.idiom && variant.form == Form::loops)
        visit(costs_by_case(experiment, variant, results));
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

std::string RefusedCost::key() const { return experiment->name + "/" + idiom->name; }

std::vector<Cost> idiom_costs(const Results& results, const Catalogue& catalogue) {
  std::vector<Cost> found;
  for_each_idiom(results, catalogue, [&](CostsByCase of_idiom) {
    std::vector<Cost>& costs = of_idiom.costs;
    if (costs.empty()) return;
    std::ranges::stable_sort(costs, {}, [](const Cost& cost) {
      return std::pair(is_double(cost.parameters), -cost.cost.median);
    });
    found.push_back(costs.front());
    found.back().in_reals = in_reals(costs);
  });
  std::ranges::stable_sort(found, std::greater(),
                           [](const Cost& cost) { return cost.cost.median; });
  return found;
}

std::vector<RefusedCost> refused_costs(const Results& results, const Catalogue& catalogue) {
  std::vector<RefusedCost> found;
  for_each_idiom(results, catalogue, [&](const CostsByCase& of_idiom) {
    if (of_idiom.costs.empty() && !of_idiom.refused.empty())
      found.push_back(of_idiom.refused.front());
  });
  return found;
}

std::optional<Cost> cost_in(const Results& results, const Cost& same) {
  return in_same_case(costs_by_case(*same.experiment, *same.idiom, results).costs, same);
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
