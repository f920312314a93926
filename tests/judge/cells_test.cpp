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

Results file_of(std::vector<CaseResult> cases) {
  Results results;
  results.cases = std::move(cases);
  return results;
}

std::vector<ModelForm> shown(const Cells& cells, Builds builds) {
  std::vector<ModelForm> kernels;
  for (const Cell& cell : cells.shown(builds)) kernels.push_back(cell.kernel);
  return kernels;
}

ComparisonResult compared(const ModelForm& kernel, const ModelForm& against, double ratio) {
  return {kernel, against, {ratio, 0.9 * ratio, 1.1 * ratio}, Verdict::slower};
}

TEST(Cells, NativeCodeOfAnotherVariantIsNotShown) {
  CaseResult builtin = with(in_loops("scatter_view"), {native_code, kokkos_code});
  EXPECT_THAT(shown(file_of({builtin}), Builds::first), ElementsAre(native_code, kokkos_code));
  builtin.compared_with = "global";
  const Results file = file_of({builtin, in_loops("global")});
  EXPECT_THAT(shown(file, Builds::first), ElementsAre(kokkos_code));
  EXPECT_EQ(Cells(file).all().size(), 2U) << "but has a cell";
}

TEST(Cells, FurtherBuildsAreShownOnRequest) {
  const Results file = file_of({with(in_loops("shared"), {native_code, kokkos_code, further})});
  const Cells cells(file);
  EXPECT_THAT(shown(cells, Builds::first), ElementsAre(native_code, kokkos_code));
  EXPECT_THAT(shown(cells, Builds::all), ElementsAre(native_code, kokkos_code, further));
  EXPECT_FALSE(cells.all().back().is_first_build);
}

TEST(Cells, ACaseHasItsOwn) {
  const Results file = file_of({with(in_loops("shared"), {native_code, kokkos_code}),
                                in_loops("none"), with(in_loops("global"), {kokkos_code})});
  const Cells cells(file);
  EXPECT_EQ(cells.of(file.cases[0]).size(), 2U);
  EXPECT_TRUE(cells.of(file.cases[1]).empty());
  EXPECT_EQ(cells.of(file.cases[2]).front().of->variant, "global");
}

TEST(Cells, ACaseOfAnotherVariantIsAlikeWithEqualParametersAndCache) {
  CaseResult own = in_loops("global_atomic");
  own.parameters.set("n", 64);
  CaseResult alike = own;
  alike.variant = "block_private";
  CaseResult larger = alike;
  larger.parameters.set("n", 128);
  CaseResult hot = alike;
  hot.cache = "hot";
  const Results results = file_of({own, larger, hot, alike});
  const Cells cells = results;
  EXPECT_EQ(cells.alike("block_private", own), &results.cases[3]);
  EXPECT_EQ(cells.alike("global_atomic", own), &results.cases[0]);
  EXPECT_EQ(cells.alike("unknown", own), nullptr);
  own.parameters.set("n", 256);
  EXPECT_EQ(cells.alike("block_private", own), nullptr);
}

TEST(Cells, AComparisonIsOfItsKernel) {
  CaseResult c = with(in_loops("shared"), {native_code, kokkos_code, further});
  c.comparisons = {compared(kokkos_code, native_code, 0.5), compared(further, native_code, 0.6),
                   compared(further, kokkos_code, 1.2)};
  const Results file = file_of({c});
  const Cells cells(file);
  const auto& [native, kokkos, second] = std::tie(cells.all()[0], cells.all()[1], cells.all()[2]);
  EXPECT_FALSE(native.against_native);
  ASSERT_TRUE(kokkos.against_native && second.against_native && second.against_own);
  EXPECT_EQ(kokkos.against_native->ratio.median, 0.5);
  EXPECT_EQ(kokkos.against_native->against, native_code);
  EXPECT_FALSE(kokkos.against_own);
  EXPECT_EQ(second.against_native->ratio.median, 0.6);
  EXPECT_EQ(second.against_own->ratio.median, 1.2);
}

TEST(Cells, ACaseCountsByKokkosInItsForm) {
  const ModelForm by_indices = {kokkos_code.model, Form::indices};
  CaseResult c = with(in_loops("shared"), {native_code, by_indices, kokkos_code});
  c.comparisons = {compared(by_indices, native_code, 0.9)};
  Results file = file_of({c});
  EXPECT_EQ(Cells(file).of_kokkos(file.cases[0])->kernel, by_indices) << "for want of the form";
  file.cases[0].comparisons.push_back(compared(kokkos_code, native_code, 0.5));
  EXPECT_EQ(Cells(file).of_kokkos(file.cases[0])->kernel, kokkos_code);
  file.cases[0].comparisons.clear();
  EXPECT_EQ(Cells(file).of_kokkos(file.cases[0]), nullptr);
}

/// Kokkos at 0.48 of native code, by a control: 0.6 loop style × 0.8 library.
CaseResult with_control() {
  CaseResult c = with(in_loops("shared"), {native_code, kokkos_code, control});
  c.comparisons = {compared(kokkos_code, native_code, 0.48), compared(control, native_code, 0.6),
                   compared(kokkos_code, control, 0.8)};
  return c;
}

/// The factors of the kernel in the file's one case; none where the kernel has no cell.
std::optional<Factors> factors_of(const CaseResult& c, const ModelForm& kernel = kokkos_code) {
  const Results file = file_of({c});
  const Cells cells(file);
  for (const Cell& cell : cells.all())
    if (cell.kernel.is(kernel)) return cell.factors;
  return std::nullopt;
}

TEST(Cells, FactorsMultiplyToTheRatio) {
  CaseResult c = with_control();
  const auto two = factors_of(c);
  ASSERT_TRUE(two);
  EXPECT_DOUBLE_EQ(two->style.ratio.median * two->library.ratio.median, 0.48);
  EXPECT_FALSE(two->launch) << "a file of the older method, or the user wrote the launch";
  EXPECT_FALSE(Cells(file_of({c})).have_launches());
  // The same loops in the usual kernel's blocks tell the launch from the style.
  c = with(c, {control_in_usual_block});
  c.comparisons.push_back(compared(control_in_usual_block, native_code, 0.75));
  c.comparisons.push_back(compared(control, control_in_usual_block, 0.8));
  const auto three = factors_of(c);
  ASSERT_TRUE(three && three->launch);
  EXPECT_DOUBLE_EQ(three->style.ratio.median, 0.75);
  EXPECT_DOUBLE_EQ(
      three->style.ratio.median * three->launch->ratio.median * three->library.ratio.median, 0.48);
  EXPECT_TRUE(Cells(file_of({c})).have_launches());
}

TEST(Cells, TheCompilerIsAFactorWhereNativeCodeWasCompiledByItToo) {
  const ModelForm loops = {Model("openmp"), Form::loops};
  const ModelForm by_index = {Model("openmp"), Form::indices};
  const ModelForm by_clang = {Model("clang"), Form::indices};
  CaseResult c = with(in_loops("shared"), {native_code, by_clang, by_index, loops});
  c.comparisons = {compared(loops, native_code, 0.36), compared(by_index, native_code, 0.72),
                   compared(loops, by_index, 0.5), compared(by_clang, native_code, 0.8)};
  Results file = file_of({c});
  file.builds["models"] = {{"openmp", {{"compiler", "clang 19.1.7"}}},
                           {"clang", {{"compiler", "clang 19.1.7"}, {"code", "native"}}}};
  const auto factors_of_loops = [&] {
    const Cells cells(file);
    return std::ranges::find(cells.all(), loops, &Cell::kernel)->factors;
  };
  const auto three = factors_of_loops();
  ASSERT_TRUE(three && three->compiler);
  EXPECT_DOUBLE_EQ(three->style.ratio.median, 0.5);
  EXPECT_DOUBLE_EQ(three->compiler->ratio.median, 0.8);
  EXPECT_DOUBLE_EQ(three->library.ratio.median, 0.72 / 0.8);
  EXPECT_EQ(three->library.against, by_clang);
  file.builds["models"]["clang"]["compiler"] = "clang 18.1.8";
  const auto two = factors_of_loops();
  ASSERT_TRUE(two && !two->compiler) << "another compiler tells nothing";
  EXPECT_DOUBLE_EQ(two->library.ratio.median, 0.72);
}

TEST(Cells, FactorsAreOfCodeInLoopsWithAControl) {
  EXPECT_FALSE(factors_of(with_control(), native_code));
  EXPECT_FALSE(factors_of(with_control(), control));
  CaseResult c = with_control();
  c.comparisons.pop_back();
  EXPECT_FALSE(factors_of(c)) << "nothing says what the library costs";
}

TEST(Cells, WithoutAControlTheModelsOwnCodeByIndicesStandsBetween) {
  const ModelForm loops = {Model("raja"), Form::loops};
  const ModelForm indices = {Model("raja"), Form::indices};
  CaseResult c = with(with_control(), {loops, indices});
  c.comparisons.push_back(compared(indices, native_code, 0.9));
  c.comparisons.push_back(compared(loops, native_code, 0.45));
  EXPECT_FALSE(factors_of(c, loops));
  c.comparisons.push_back(compared(loops, indices, 0.5));
  const auto found = factors_of(c, loops);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->style.ratio.median, 0.5);
  EXPECT_DOUBLE_EQ(found->library.ratio.median, 0.9);
  const Results file = file_of({c});
  const Cells cells(file);
  for (const Cell& cell : cells.all())
    EXPECT_EQ(cell.by_control() != nullptr, cell.kernel == kokkos_code);
}

TEST(Cells, FactorsHoldWhateverTheReleasesAre) {
  const CaseResult c = with_control();
  CaseResult released = c;
  released.kernels = {};
  const auto with_release = [](const ModelForm& kernel) {
    return ModelForm{Model(std::string(kernel.model.name()) + "@13.0"), kernel.form};
  };
  for (const auto& [kernel, result] : c.kernels) released.kernels[with_release(kernel)] = result;
  for (ComparisonResult& r : released.comparisons) {
    r.kernel = with_release(r.kernel);
    r.against = with_release(r.against);
  }
  const auto found = factors_of(released, {Model::kokkos, Form::loops});
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->library.ratio.median, 0.8);
}

TEST(Cells, FactorsHaveTheLibraryAgainstTheRespelledControl) {
  CaseResult c = with_control();
  EXPECT_FALSE(factors_of(c)->library_respelled);
  c = with(c, {respelled_control});
  c.comparisons.push_back(compared(respelled_control, native_code, 0.5));
  c.comparisons.push_back(compared(kokkos_code, respelled_control, 0.96));
  const auto found = factors_of(c);
  ASSERT_TRUE(found && found->library_respelled);
  EXPECT_DOUBLE_EQ(found->library.ratio.median, 0.8);
  EXPECT_DOUBLE_EQ(found->library_respelled->ratio.median, 0.96);
}

TEST(Cells, RatiosThatNoRunWritesAreNone) {
  for (const double ratio :
       {0.0, -1.0, 1e308, 1e-308, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CaseResult c = with(in_loops("shared"), {native_code, kokkos_code});
    c.comparisons = {compared(kokkos_code, native_code, ratio)};
    const Results file = file_of({c});
    EXPECT_FALSE(Cells(file).all().back().against_native) << ratio;
  }
}

}  // namespace
}  // namespace tilebridge::judge
