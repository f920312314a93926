// SPDX-License-Identifier: Apache-2.0
#include "judge/porting.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <set>

#include "tests/pages/compared_cases.hpp"

namespace tilebridge::judge {
namespace {

using testing::DoubleNear;
using testing::IsEmpty;
using testing::SizeIs;

CaseResult sized(CaseResult c, double bytes) {
  c.work = {};
  c.work.bytes_read = bytes;
  c.parameters.set("rows", static_cast<std::int64_t>(bytes));
  c.parameters.set("real", std::string("float"));
  c.cache = name_of(Cache::cold);
  return c;
}

CaseResult loops(double style, double library, double bytes) {
  return sized(attributed("transpose", "padded_tile", style, library), bytes);
}

/// Another variant of the same task, in which Kokkos takes `seconds` and native code the sample's.
CaseResult other(const std::string& variant, Form form, double ratio, double bytes) {
  CaseResult c = sized(compared("transpose", variant, form, ratio), bytes);
  c.compared_with = form == Form::rewritten ? "padded_tile" : variant;
  return c;
}

std::vector<PortedKernel> ported(const Results& results) {
  static std::deque<Cells> kept;  // which what is returned points into
  return ported_kernels(kept.emplace_back(results), catalogue());
}

TEST(Porting, KnownKernelsAreVariantsInLoops) {
  std::set<std::string> names;
  for (const Experiment& experiment : catalogue()) {
    if (!experiment.known) continue;
    const Variant& variant = experiment.variant(experiment.known->variant);
    EXPECT_EQ(variant.form, Form::loops) << experiment.name;
    EXPECT_TRUE(names.insert(experiment.known->name).second) << experiment.known->name;
    const auto& only_at = experiment.known->only_at;
    EXPECT_TRUE(!only_at || experiment.parameter(only_at->first) != nullptr) << experiment.name;
  }
  EXPECT_GE(names.size(), 12U);
}

TEST(Porting, AKernelHasTheWaysThatTheFileHas) {
  const Results results =
      run_of({loops(0.6, 0.9, 1000), other("padded_tile_rewritten", Form::rewritten, 0.98, 1000)});
  const std::vector<PortedKernel> kernels = ported(results);
  ASSERT_THAT(kernels, SizeIs(1));
  EXPECT_EQ(kernels[0].name, "transpose");
  EXPECT_EQ(kernels[0].real, "float");
  ASSERT_THAT(kernels[0].models, SizeIs(1));
  const PortedModel& model = kernels[0].models[0];
  EXPECT_EQ(model.model, Model::kokkos);
  EXPECT_THAT(model.loops->middle.median, DoubleNear(0.54, 1e-9));
  EXPECT_THAT(model.rewritten->middle.median, DoubleNear(0.98, 1e-9));
  EXPECT_FALSE(model.indices);
  ASSERT_NE(model.median_loops, nullptr);
  EXPECT_THAT(model.median_loops->by_control()->library.ratio.median, DoubleNear(0.9, 1e-9));
}

TEST(Porting, TheMedianCaseIsTakenAndTheRangeIsKept) {
  const Results results =
      run_of({loops(1, 0.9, 1000), loops(1, 0.3, 1001), loops(1, 0.7, 999), loops(1, 0.1, 10)});
  const PortedModel model = ported(results).at(0).models.at(0);
  EXPECT_EQ(model.loops->cases, 3U) << "small cases do not count";
  EXPECT_THAT(model.loops->middle.median, DoubleNear(0.7, 1e-9));
  EXPECT_THAT(model.loops->least, DoubleNear(0.3, 1e-9));
  EXPECT_THAT(model.loops->most, DoubleNear(0.9, 1e-9));
}

// Native code takes 0.6 ms; tuned, Kokkos takes as long as that ÷ 2, and native code ÷ 1.
TEST(Porting, TheBestIsTheFastestAgainstTheFastest) {
  CaseResult tuned = other("vector_tile", Form::tuned, 2, 1000);
  const ModelForm native_tuned = {Model::native, Form::tuned};
  tuned.kernels[native_tuned] = {Status::ok, "", valid(), timing(1.5e-4)};
  const Results results = run_of({loops(1, 0.5, 1000), tuned});
  const PortedModel model = ported(results).at(0).models.at(0);
  ASSERT_TRUE(model.best);
  EXPECT_THAT(model.best->middle.median, DoubleNear(0.5, 1e-9));
}

TEST(Porting, VendorsCallsAreNobodysBest) {
  CaseResult tuned = other("vector_tile", Form::tuned, 1, 1000);
  tuned.kernels[{Model::native, Form::tuned}] = {Status::ok, "", valid(), timing(6e-4)};
  tuned.kernels[{Model::native, Form::vendor}] = {Status::ok, "", valid(), timing(1e-4)};
  const Results results = run_of({loops(1, 1, 1000), tuned});
  EXPECT_THAT(ported(results).at(0).models.at(0).best->middle.median, DoubleNear(1, 1e-9));
}

TEST(Porting, AModelWithoutTunedKernelsHasNoBest) {
  const Results results = run_of({loops(1, 0.9, 1000)});
  EXPECT_FALSE(ported(results).at(0).models.at(0).best);
}

TEST(Porting, OtherVariantsAndWarmCachesHaveNoKernel) {
  CaseResult warm = loops(1, 0.9, 1000);
  warm.cache = name_of(Cache::hot);
  const Results results = run_of({warm, sized(attributed("transpose", "tile", 1, 1), 1000)});
  EXPECT_THAT(ported(results), IsEmpty());
}

TEST(AllKernels, AreInLoopsOrBuiltInWithTheControl) {
  const Results results = run_of({loops(0.6, 0.9, 1000), other("vector_tile", Form::tuned, 1, 1000),
                                  other("mdrange", Form::builtin, 0.25, 1000)});
  const std::vector<PortedKernel> kernels = all_kernels(results);
  ASSERT_THAT(kernels, SizeIs(2));
  EXPECT_EQ(kernels[0].variant, "padded_tile");
  EXPECT_TRUE(kernels[0].models.at(0).model.is_native());
  EXPECT_THAT(kernels[0].models.at(0).loops->middle.median, DoubleNear(0.6, 1e-9));
  EXPECT_FALSE(kernels[0].models.at(0).best);
  EXPECT_EQ(kernels[1].variant, "mdrange");
  EXPECT_THAT(kernels[1].models.at(0).loops->middle.median, DoubleNear(0.25, 1e-9));
}

TEST(AllKernels, OfAnExperimentWithWarmCachesAloneAreOfThese) {
  CaseResult warm = loops(1, 0.9, 1000);
  warm.cache = name_of(Cache::hot);
  EXPECT_THAT(all_kernels(run_of({warm})), SizeIs(1));
}

TEST(Porting, OverKernelsIsTheirMedianAndRange) {
  CaseResult matmul = sized(attributed("matmul", "tile16", 1, 0.4), 1000);
  const Results results = run_of({loops(1, 0.9, 1000), matmul});
  const std::vector<PortedKernel> kernels = ported(results);
  const CaseRange over = over_kernels(kernels, Model::kokkos, "float", &PortedModel::loops);
  EXPECT_EQ(over.cases, 2U);
  EXPECT_THAT(over.least, DoubleNear(0.4, 1e-9));
  EXPECT_THAT(over.most, DoubleNear(0.9, 1e-9));
  EXPECT_EQ(over_kernels(kernels, Model::kokkos, "double", &PortedModel::loops).cases, 0U);
}

}  // namespace
}  // namespace tilebridge::judge
