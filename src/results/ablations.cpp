// SPDX-License-Identifier: Apache-2.0
#include "results/ablations.hpp"

#include <optional>

#include "results/costs.hpp"

namespace tilebridge {
namespace {

/// Plain Kokkos, the steps, the matched form; empty for a variant without steps.
std::vector<const Variant*> kernels_of(const Experiment& experiment, const Variant& plain) {
  const Variant* matched = experiment.find(matched_name(plain.name));
  if (plain.form != Form::ranges || matched == nullptr || !matched->step) return {};
  std::vector<const Variant*> kernels = {&plain};
  while (const Variant* step = experiment.find(step_name(plain.name, kernels.size())))
    kernels.push_back(step);
  kernels.push_back(matched);
  return kernels;
}

/// Empty if one of the kernels was not measured in the case `c`.
std::vector<Stair> stairs_in(const CaseResult& c, const std::vector<const Variant*>& kernels,
                             const std::vector<CaseResult>& cases) {
  std::vector<Stair> stairs;
  for (const Variant* kernel : kernels) {
    const Interval* performance = performance_of(kernel->name, c, cases);
    if (performance == nullptr) return {};
    Stair stair = {kernel, *performance};
    if (!stairs.empty()) stair.gain = quotient(*performance, stairs.back().performance);
    stairs.push_back(stair);
  }
  return stairs;
}

std::optional<Ablation> ablation_of(const Experiment& experiment, const Variant& plain,
                                    const std::vector<CaseResult>& cases) {
  const std::vector<const Variant*> kernels = kernels_of(experiment, plain);
  if (kernels.empty()) return std::nullopt;
  Ablation found = {&experiment, {}, "", {}};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, plain.name)) continue;
    std::vector<Stair> stairs = stairs_in(c, kernels, cases);
    const bool is_dearer =
        found.stairs.empty() || (!stairs.empty() && stairs.front().performance.median <
                                                        found.stairs.front().performance.median);
    if (!stairs.empty() && is_dearer)
      found = {&experiment, c.parameters, c.cache, std::move(stairs)};
  }
  return found.stairs.empty() ? std::nullopt : std::optional(found);
}

}  // namespace

Interval Ablation::gain() const {
  return quotient(stairs.back().performance, stairs.front().performance);
}

std::vector<Ablation> ablations(const Results& results, const Catalogue& catalogue) {
  std::vector<Ablation> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (auto ablation = ablation_of(experiment, variant, results.cases))
        found.push_back(std::move(*ablation));
  return found;
}

}  // namespace tilebridge
