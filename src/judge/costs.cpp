// SPDX-License-Identifier: Apache-2.0
#include "judge/costs.hpp"

#include <fmt/format.h>

namespace tilebridge::judge {
namespace {

const Counters* counters_of(const CaseResult* c, const Model& model) {
  const KernelResult* result = c == nullptr ? nullptr : c->kernels.find(model);
  return result == nullptr || !result->counters ? nullptr : &*result->counters;
}

constexpr const char* other_mode = "one side waits for the host and was timed in another way";

/// Against the native code of the case. That itself is one side where an idiom cannot be written in
/// another way.
Interval performance_of(const Cell& cell) {
  return cell.against_native ? cell.against_native->ratio : Interval{1, 1, 1};
}

/// The native code that others of the case are compared with; null if there is none.
const Cell* native_in(const CaseResult& c, const Cells& cells) {
  const auto of_case = cells.of(c);
  const auto found =
      std::ranges::find_if(of_case, [](const Cell& cell) { return cell.result == cell.reference; });
  return found == of_case.end() ? nullptr : &*found;
}

/// A whole case was timed so before each kernel said how it was.
bool waits_for_host(const CaseResult& c, const KernelResult& kernel) {
  const auto waits = [](const KernelResult& result) {
    return result.timing && result.timing->waits_for_host;
  };
  return waits(kernel) ||
         (c.sampling.waits_for_host &&
          std::ranges::none_of(c.kernels, [&](const auto& entry) { return waits(entry.second); }));
}

/// Time of one side ÷ time of the other; none if they were timed in two modes.
std::optional<Interval> cost_of(const Cell& with, const Cell& without) {
  const bool waits = waits_for_host(*with.of, *with.result);
  const bool other_waits = waits_for_host(*without.of, *without.result);
  const auto& above = with.result->timing;
  const auto& below = without.result->timing;
  if ((waits || other_waits) && above && above->back_to_back && below && below->back_to_back)
    return quotient(*above->back_to_back, *below->back_to_back);
  const bool alike = waits == other_waits && waits_for_host(*with.of, *with.reference) ==
                                                 waits_for_host(*without.of, *without.reference);
  if (!alike) return std::nullopt;
  return quotient(performance_of(without), performance_of(with));
}

/// Time of the control ÷ time of the kernel by indices, and the launch's part of that.
void add_native(Cost& cost, const CaseResult& c, const Cells& cells) {
  cost.in_native.reset();
  cost.launch_in_native.reset();
  const Factors* factors = cells.of_kokkos(c)->by_control();
  if (factors == nullptr) return;
  for (const Cell& cell : cells.of(c))
    if (cell.kernel.is(control)) cost.in_native = quotient({1, 1, 1}, performance_of(cell));
  if (factors->launch) cost.launch_in_native = quotient({1, 1, 1}, factors->launch->ratio);
}

struct CostsByCase {
  std::vector<Cost> costs;
  std::vector<RefusedCost> refused;
};

CostsByCase costs_by_case(const Experiment& experiment, const Variant& idiom, const Cells& cells) {
  CostsByCase found;
  if (text_at(cells.results().program, "started") < idiom.idiom->since) return found;
  Cost cost = {.experiment = &experiment,
               .idiom = &idiom,
               .instead = experiment.find(rewritten_name(idiom.name))};
  for (const CaseResult& c : cells.cases()) {
    if (!is_of(c, experiment, idiom.name)) continue;
    const CaseResult* other = cost.instead == nullptr ? &c : cells.alike(cost.instead->name, c);
    const Cell* with = cells.of_kokkos(c);
    if (with == nullptr || other == nullptr) continue;
    const Cell* without = cost.instead == nullptr ? native_in(c, cells) : cells.of_kokkos(*other);
    if (without == nullptr) continue;
    cost.parameters = c.parameters;
    cost.cache = c.cache;
    cost.performance = performance_of(*with);
    const std::optional<Interval> quotient_of_both = cost_of(*with, *without);
    if (!quotient_of_both) {
      found.refused.push_back({&experiment, &idiom, cost.setting(), other_mode});
      continue;
    }
    cost.cost = *quotient_of_both;
    add_native(cost, c, cells);
    found.costs.push_back(cost);
  }
  return found;
}

/// Calls `visit` for each idiom of the catalogue, with its costs.
template <class Visit>
void for_each_idiom(const Cells& cells, const Catalogue& catalogue, const Visit& visit) {
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.idiom && variant.form == Form::loops)
        visit(costs_by_case(experiment, variant, cells));
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

/// The case of the variant of that name with the parameters and cache of `c`; null if a profile
/// lacks it.
const CaseResult* find_alike(const std::string& variant, const CaseResult& c,
                             const std::vector<CaseResult>& cases) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseResult& other) {
    return other.experiment == c.experiment && other.variant == variant &&
           other.parameters == c.parameters && other.cache == c.cache;
  });
  return found == cases.end() ? nullptr : &*found;
}

}  // namespace

bool is_of(const CaseResult& c, const Experiment& experiment, const std::string& variant) {
  return c.experiment == experiment.name && c.variant == variant;
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

std::vector<Cost> idiom_costs(const Cells& cells, const Catalogue& catalogue) {
  std::vector<Cost> found;
  for_each_idiom(cells, catalogue, [&](CostsByCase of_idiom) {
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

std::vector<RefusedCost> refused_costs(const Cells& cells, const Catalogue& catalogue) {
  std::vector<RefusedCost> found;
  for_each_idiom(cells, catalogue, [&](const CostsByCase& of_idiom) {
    if (of_idiom.costs.empty() && !of_idiom.refused.empty())
      found.push_back(of_idiom.refused.front());
  });
  return found;
}

std::optional<Cost> cost_in(const Cells& cells, const Cost& same) {
  return in_same_case(costs_by_case(*same.experiment, *same.idiom, cells).costs, same);
}

std::optional<Need> need_in(const Cells& cells, const Cost& of) {
  const std::vector<Cost> costs = costs_by_case(*of.experiment, *of.idiom, cells).costs;
  if (std::ranges::any_of(costs, [](const Cost& c) { return c.cost.low >= least_costly; }))
    return Need::costly;
  const bool all_less =
      std::ranges::all_of(costs, [](const Cost& c) { return c.cost.high < least_costly; });
  return !costs.empty() && all_less ? std::optional(Need::none) : std::nullopt;
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
  const Way with = {cost.idiom->name, controlled};
  const Way without = cost.instead == nullptr ? Way{cost.idiom->name, Model::native}
                                              : Way{cost.instead->name, controlled};
  return counted(profiles, *cost.experiment, with, without);
}

}  // namespace tilebridge::judge
