// SPDX-License-Identifier: Apache-2.0
#include "results/ablations.hpp"

#include "results/costs.hpp"

namespace tilebridge {
namespace {

/// Kokkos in loops, the steps, the rewritten form; empty for a variant without steps.
std::vector<const Variant*> kernels_of(const Experiment& experiment, const Variant& in_loops) {
  const Variant* rewritten = experiment.find(rewritten_name(in_loops.name));
  if (in_loops.form != Form::loops || rewritten == nullptr || !rewritten->step) return {};
  std::vector<const Variant*> kernels = {&in_loops};
  while (const Variant* step = experiment.find(step_name(in_loops.name, kernels.size())))
    kernels.push_back(step);
  kernels.push_back(rewritten);
  return kernels;
}

/// Empty if one of the kernels was not measured in the case `c`.
std::vector<Stage> stages_in(const CaseResult& c, const std::vector<const Variant*>& kernels,
                             const std::vector<CaseResult>& cases) {
  std::vector<Stage> stages;
  for (const Variant* kernel : kernels) {
    const Interval* performance = performance_of(kernel->name, c, cases);
    if (performance == nullptr) return {};
    Stage stage = {kernel, *performance};
    if (!stages.empty()) stage.gain = quotient(*performance, stages.back().performance);
    stages.push_back(stage);
  }
  return stages;
}

std::optional<Ablation> ablation_of(const Experiment& experiment, const Variant& in_loops,
                                    const std::vector<CaseResult>& cases) {
  const std::vector<const Variant*> kernels = kernels_of(experiment, in_loops);
  if (kernels.empty()) return std::nullopt;
  Ablation found = {&experiment, {}, "", {}};
  for (const CaseResult& c : cases) {
    if (!is_of(c, experiment, in_loops.name)) continue;
    std::vector<Stage> stages = stages_in(c, kernels, cases);
    const bool is_dearer =
        found.stages.empty() || (!stages.empty() && stages.front().performance.median <
                                                        found.stages.front().performance.median);
    if (!stages.empty() && is_dearer)
      found = {&experiment, c.parameters, c.cache, std::move(stages)};
  }
  return found.stages.empty() ? std::nullopt : std::optional(found);
}

}  // namespace

Interval Ablation::gain() const {
  return quotient(stages.back().performance, stages.front().performance);
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
