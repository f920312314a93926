// SPDX-License-Identifier: Apache-2.0
#include "judge/cells.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

using testing::ElementsAre;

const ModelForm further = {Model("kokkos@5.0.2"), Form::loops};

CaseResult in_loops(const std::string& variant) {
  CaseResult c;
  c.experiment = "histogram";
  c.variant = c.compared_with = variant;
  c.form = "loops";
  return c;
}

CaseResult with(CaseResult c, const std::vector<ModelForm>& kernels) {
  for (const ModelForm& kernel : kernels) c.kernels[kernel] = {};
  return c;
}

std::vector<ModelForm> kernels_of(const std::vector<Cell>& cells) {
  std::vector<ModelForm> kernels;
  for (const Cell& cell : cells) kernels.push_back(cell.kernel);
  return kernels;
}

ComparisonResult compared(const ModelForm& kernel, const ModelForm& against, double ratio) {
  return {kernel, against, {ratio, 0.9 * ratio, 1.1 * ratio}, Verdict::slower};
}

TEST(Cells, NativeCodeOfAnotherVariantHasNone) {
  CaseResult builtin = with(in_loops("scatter_view"), {native_code, kokkos_code});
  EXPECT_THAT(kernels_of(cells_of(builtin, Builds::first)), ElementsAre(native_code, kokkos_code));
  builtin.compared_with = "global";
  const std::vector<CaseResult> cases = {builtin, in_loops("global")};
  EXPECT_THAT(kernels_of(cells_of(cases, Builds::first)), ElementsAre(kokkos_code));
}

TEST(Cells, FurtherBuildsAreOnRequest) {
  const CaseResult c = with(in_loops("shared"), {native_code, kokkos_code, further});
  EXPECT_TRUE(has_further_builds(c));
  EXPECT_THAT(kernels_of(cells_of(c, Builds::first)), ElementsAre(native_code, kokkos_code));
  EXPECT_THAT(kernels_of(cells_of(c, Builds::all)), ElementsAre(native_code, kokkos_code, further));
  EXPECT_FALSE(cells_of(c, Builds::all).back().is_first_build);
}

TEST(Cells, AComparisonIsOfItsKernel) {
  CaseResult c = with(in_loops("shared"), {native_code, kokkos_code, further});
  c.comparisons = {compared(kokkos_code, native_code, 0.5), compared(further, native_code, 0.6),
                   compared(further, kokkos_code, 1.2)};
  const std::vector<Cell> cells = cells_of(c, Builds::all);
  EXPECT_FALSE(cells[0].against_native);
  ASSERT_TRUE(cells[1].against_native && cells[2].against_native && cells[2].against_own);
  EXPECT_EQ(cells[1].against_native->ratio.median, 0.5);
  EXPECT_FALSE(cells[1].against_own);
  EXPECT_EQ(cells[2].against_native->ratio.median, 0.6);
  EXPECT_EQ(cells[2].against_own->ratio.median, 1.2);
}

/// The cell of Kokkos's code in loops, the program's own.
Cell kokkos_cell(const CaseResult& c) {
  for (const Cell& cell : cells_of(c, Builds::first))
    if (cell.kernel == kokkos_code) return cell;
  return {};
}

TEST(Cells, FactorsAreOfCodeInLoops) {
  CaseResult c = with(in_loops("shared"), {native_code, kokkos_code, control});
  c.comparisons = {compared(kokkos_code, native_code, 0.4), compared(control, native_code, 0.5),
                   compared(kokkos_code, control, 0.8)};
  Cell cell = kokkos_cell(c);
  ASSERT_TRUE(cell.library && cell.style);
  EXPECT_EQ(cell.library->ratio.median, 0.8);
  EXPECT_EQ(cell.style->ratio.median, 0.5);
  EXPECT_FALSE(cell.launch);
  // The same loops in the usual kernel's blocks tell the launch from the style.
  c = with(c, {control_in_usual_block});
  c.comparisons.push_back(compared(control_in_usual_block, native_code, 0.7));
  c.comparisons.push_back(compared(control, control_in_usual_block, 0.71));
  cell = kokkos_cell(c);
  ASSERT_TRUE(cell.style && cell.launch);
  EXPECT_EQ(cell.style->ratio.median, 0.7);
  EXPECT_EQ(cell.launch->ratio.median, 0.71);
  EXPECT_FALSE(cells_of(c, Builds::first).front().library);
}

}  // namespace
}  // namespace tilebridge::judge
