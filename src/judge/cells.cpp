// SPDX-License-Identifier: Apache-2.0
#include "judge/cells.hpp"

#include <algorithm>
#include <iterator>

namespace tilebridge::judge {
namespace {

/// The first comparison of a kernel that `is_one` accepts with one that `is_against` accepts.
template <class IsOne, class IsAgainst>
std::optional<JudgedRatio> judged(const CaseResult& c, const IsOne& is_one,
                                  const IsAgainst& is_against) {
  const auto found = std::ranges::find_if(c.comparisons, [&](const ComparisonResult& r) {
    return is_one(r.kernel) && is_against(r.against);
  });
  if (found == c.comparisons.end()) return std::nullopt;
  return JudgedRatio{found->ratio, found->verdict};
}

/// Accepts a kernel of any build.
auto is_like(const ModelForm& kernel) {
  return [kernel](const ModelForm& other) { return other.is(kernel); };
}

/// Accepts what others of the case are compared with.
auto is_reference_of(const CaseResult& c) {
  return [&](const ModelForm& kernel) { return c.kernels.find(kernel) == reference_of(c); };
}

void add_factors(Cell& cell) {
  const CaseResult& c = *cell.of;
  const auto is_cell = [&](const ModelForm& kernel) { return kernel == cell.kernel; };
  cell.library = judged(c, is_cell, is_like(control));
  cell.library_respelled = judged(c, is_cell, is_like(respelled_control));
  if (!cell.library) return;
  const auto style = judged(c, is_like(control_in_usual_block), is_reference_of(c));
  const auto launch = judged(c, is_like(control), is_like(control_in_usual_block));
  const bool are_apart = style && launch;
  cell.style = are_apart ? style : judged(c, is_like(control), is_reference_of(c));
  if (are_apart) cell.launch = launch;
}

}  // namespace

Cell cell_of(const CaseResult& c, const ModelForm& kernel, const KernelResult& result) {
  Cell cell = {&c, kernel, &result, tilebridge::is_first_build(c, kernel)};
  const auto is_cell = [&](const ModelForm& other) { return other == kernel; };
  cell.against_native = judged(c, is_cell, is_reference_of(c));
  cell.against_own = judged(c, is_cell, [&](const ModelForm& against) {
    return against.form == kernel.form && !against.model.is_native() &&
           against.model.name() == kernel.model.name();
  });
  if (kernel.model.is(controlled)) add_factors(cell);
  return cell;
}

std::vector<Cell> cells_of(const CaseResult& c, Builds builds) {
  std::vector<Cell> cells;
  for (const auto& [kernel, result] : c.kernels)
    if (is_own_result(c, kernel) && (builds == Builds::all || is_first_build(c, kernel)))
      cells.push_back(cell_of(c, kernel, result));
  return cells;
}

std::vector<Cell> cells_of(const std::vector<CaseResult>& cases, Builds builds) {
  std::vector<Cell> cells;
  for (const CaseResult& c : cases)
    std::ranges::move(cells_of(c, builds), std::back_inserter(cells));
  return cells;
}

bool has_further_builds(const CaseResult& c) {
  return std::ranges::any_of(c.kernels,
                             [&](const auto& entry) { return !is_first_build(c, entry.first); });
}

}  // namespace tilebridge::judge
