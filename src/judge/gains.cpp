// SPDX-License-Identifier: Apache-2.0
#include "judge/gains.hpp"

#include <algorithm>

#include "judge/machines.hpp"

namespace tilebridge::judge {
namespace {

using sources::Step;

// The catalogue calls a range in two or three dimensions so, with all defaults and with a tile.
constexpr const char *untiled = "mdrange", *tiled = "mdrange_tile";

/// The model's kernel in that form in the case; null if it has no ratio.
const Cell* cell_in(const Cells& cells, const CaseResult* c, const ModelForm& kernel) {
  if (c == nullptr) return nullptr;
  const auto of_case = cells.of(*c);
  const auto found = std::ranges::find_if(of_case, [&](const Cell& cell) {
    return cell.kernel.is(kernel) && cell.is_first_build && cell.is_valid() && cell.against_native;
  });
  return found == of_case.end() ? nullptr : &*found;
}

class Steps {
 public:
  Steps(const Cells& cells, const Catalogue& catalogue) : cells_(cells), catalogue_(catalogue) {}

  /// Adds the steps that begin with this kernel.
  void add(const Cell& before) {
    const CaseResult& c = *before.of;
    const Model model(before.kernel.model.name());
    if (!before.is_valid() || !before.against_native || model.is_native()) return;
    if (before.kernel.form == Form::builtin && c.variant == untiled)
      add(before, Step::tile, cells_.alike(tiled, c));
    if (before.kernel.form != Form::loops) return;
    add(before, Step::by_index, &c);
    add(before, Step::rewritten, &c);
    if (const Factors* factors = before.by_control(); factors != nullptr && factors->launch)
      add(before, c, Step::launch, 1 / factors->launch->ratio.median);
  }

  std::vector<Witness> witnesses() && { return std::move(witnesses_); }

 private:
  /// Adds the step's gain from `before` to the same model's code after the step in the case `c`.
  void add(const Cell& before, Step step, const CaseResult* c) {
    const Model model(before.kernel.model.name());
    const Cell* const after = cell_in(cells_, c, way_after(step, model).kernel);
    if (after != nullptr)
      add(before, *c, step,
          after->against_native->ratio.median / before.against_native->ratio.median);
  }

  void add(const Cell& before, const CaseResult& after, Step step, double gain) {
    const std::optional<KernelKind> kind = kind_of(before, catalogue_);
    if (!kind) return;
    const Model model(before.kernel.model.name());
    witnesses_.push_back({after.experiment,
                          variant_of(after),
                          {.pattern = kind->pattern, .real = kind->real},
                          way_after(step, model),
                          gain});
  }

  const Cells& cells_;
  const Catalogue& catalogue_;
  std::vector<Witness> witnesses_;
};

}  // namespace

PortedWay way_after(Step step, const Model& model) {
  const Form form = step == Step::by_index    ? Form::indices
                    : step == Step::rewritten ? Form::rewritten
                    : step == Step::tile      ? Form::builtin
                                              : Form::loops;
  return {{model, form}, step == Step::launch};
}

Forecaster gains_of(const Cells& cells, const Catalogue& catalogue) {
  Steps steps(cells, catalogue);
  for (const Cell& cell : cells.shown(Builds::first)) steps.add(cell);
  return Forecaster(std::move(steps).witnesses());
}

}  // namespace tilebridge::judge
