// SPDX-License-Identifier: Apache-2.0
#include "judge/ablations.hpp"

#include "judge/costs.hpp"

namespace tilebridge::judge {
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
                             const Cells& cells) {
  std::vector<Stage> stages;
  for (const Variant* kernel : kernels) {
    const CaseResult* alike = cells.alike(kernel->name, c);
    const Cell* cell = alike == nullptr ? nullptr : cells.of_kokkos(*alike);
    if (cell == nullptr) return {};
    Stage stage = {kernel, cell->against_native->ratio};
    if (!stages.empty()) stage.gain = quotient(stage.performance, stages.back().performance);
    stages.push_back(stage);
  }
  return stages;
}

/// Reports show floats first, so that halves or doubles speak only where nothing else was measured.
bool is_of_floats(const Parameters& parameters) {
  return !parameters.has(real_parameter) || parameters.text(real_parameter) == real_name<float>;
}

/// Whether the steps in a case tell more than those which were found in another.
bool tells_more(const Ablation& one, const Ablation& found) {
  if (found.stages.empty()) return true;
  const bool is_usual = is_of_floats(one.parameters);
  if (is_usual != is_of_floats(found.parameters)) return is_usual;
  return one.stages.front().performance.median < found.stages.front().performance.median;
}

std::optional<Ablation> ablation_of(const Experiment& experiment, const Variant& in_loops,
                                    const Cells& cells) {
  const std::vector<const Variant*> kernels = kernels_of(experiment, in_loops);
  if (kernels.empty()) return std::nullopt;
  Ablation found = {&experiment, {}, "", {}};
  for (const CaseResult& c : cells.cases()) {
    if (!is_of(c, experiment, in_loops.name)) continue;
    Ablation one = {&experiment, c.parameters, c.cache, stages_in(c, kernels, cells)};
    if (!one.stages.empty() && tells_more(one, found)) found = std::move(one);
  }
  return found.stages.empty() ? std::nullopt : std::optional(found);
}

}  // namespace

Interval Ablation::gain() const {
  return quotient(stages.back().performance, stages.front().performance);
}

std::vector<Ablation> ablations(const Cells& cells, const Catalogue& catalogue) {
  std::vector<Ablation> found;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (auto ablation = ablation_of(experiment, variant, cells))
        found.push_back(std::move(*ablation));
  return found;
}

}  // namespace tilebridge::judge
