// SPDX-License-Identifier: Apache-2.0
#include "judge/limits.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr ModelForm native_tuned = {Model::native, Form::tuned};
constexpr ModelForm kokkos_tuned = {kokkos_code.model, Form::tuned};

/// A native kernel that takes 0.6 ms, 0.84 of what the ceiling allows.
CaseResult tuned_case(const std::string& experiment, const std::string& variant) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  c.form = name_of(Form::tuned);
  c.kernels = {};
  c.kernels[native_tuned] = {Status::ok, "", valid(), timing(6e-4), 0.84, 0.75};
  return c;
}

CaseResult vector_tile() { return tuned_case("transpose", "vector_tile"); }

/// A call that is `ratio` times as fast as vector_tile.
CaseResult call(const std::string& variant, double ratio) {
  CaseResult c = vector_tile();
  c.variant = variant;
  c.form = name_of(Form::vendor);
  c.kernels[library_code] = {Status::ok, "", valid(), timing(6e-4 / ratio), 0.9, 0.8};
  c.comparisons = {{library_code, native_tuned, {ratio, ratio, ratio}, Verdict::faster}};
  return c;
}

/// Adds a kernel of Kokkos, which runs at `ratio` of the native one.
CaseResult with_kokkos(CaseResult c, Form form, double ratio) {
  const ModelForm kernel = {kokkos_code.model, form};
  c.kernels[kernel] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons.push_back({kernel, native_tuned, {ratio, ratio, ratio}, Verdict::parity});
  return c;
}

CaseResult rewritten_tile(double seconds) {
  CaseResult c = sample_case("padded_tile_rewritten");
  c.form = name_of(Form::rewritten);
  c.compared_with = "padded_tile";
  c.kernels[{kokkos_code.model, Form::rewritten}] = {Status::ok, "", valid(), timing(seconds)};
  return c;
}

/// The kernels of a file, which lives as long.
class TunedKernels : public testing::Test {
 protected:
  const std::vector<TunedKernel>& of(std::vector<CaseResult> cases) {
    results_ = sample_results();
    results_.device["units"] = 132;
    results_.device["clock_hz"] = 1.98e9;
    results_.cases = std::move(cases);
    cells_.emplace(results_);
    kernels_ = tuned_kernels(*cells_, catalogue());
    return kernels_;
  }

 private:
  Results results_;
  std::optional<Cells> cells_;
  std::vector<TunedKernel> kernels_;
};

TEST_F(TunedKernels, AVendorsCallOfTheSameCaseIsTheBestKnown) {
  const TunedKernel& kernel = of({vector_tile(), call("geam", 1.25)}).at(0);
  EXPECT_EQ(kernel.best.yardstick, Yardstick::vendor);
  EXPECT_EQ(kernel.best.variant, "geam");
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 0.8);
}

TEST_F(TunedKernels, OfSeveralCallsTheFastestCounts) {
  const TunedKernel& kernel =
      of({vector_tile(), call("slow", 1.1), call("geam", 1.25), call("slower", 0.9)}).at(0);
  EXPECT_EQ(kernel.best.variant, "geam");
}

TEST_F(TunedKernels, ACallOfAnotherCaseOrOnAnotherUnitIsNone) {
  CaseResult smaller = call("geam", 1.25);
  smaller.parameters.set("rows", 64);
  CaseResult on_tensor_cores = call("geam", 1.25);
  on_tensor_cores.work.no_ceiling = true;
  CaseResult wrong = call("geam", 1.25);
  wrong.kernels[library_code] = {Status::invalid, "wrong", invalid()};
  const TunedKernel& kernel = of({vector_tile(), smaller, on_tensor_cores, wrong}).at(0);
  EXPECT_EQ(kernel.best.yardstick, Yardstick::ceiling);
}

/// The call has floats, too, which it rounds; the tile has doubles alone.
TEST_F(TunedKernels, ACallThatSharesTheProblemInOneTypeIsOfTheSameCase) {
  CaseResult tile = tuned_case("matmul", "tensor_tile128");
  tile.parameters.set("real", std::string("double"));
  CaseResult call = tile;
  call.variant = "tensor_gemm";
  call.form = name_of(Form::vendor);
  call.compared_with = "register_tile128";
  call.kernels = {};
  call.kernels[library_code] = {Status::ok, "", valid(), timing(3e-4)};
  const TunedKernel& kernel = of({tile, call}).at(0);
  EXPECT_EQ(kernel.best.variant, "tensor_gemm");
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 0.5);
}

/// CUB's scan is compared with the other kernel that scans all elements in one pass.
TEST_F(TunedKernels, ACallThatIsComparedWithAKernelOfTheProblemIsOfTheSameCase) {
  CaseResult call = tuned_case("scan", "cub");
  call.form = name_of(Form::vendor);
  call.compared_with = "look_back";
  call.kernels = {};
  call.kernels[library_code] = {Status::ok, "", valid(), timing(9e-4)};
  const TunedKernel& kernel = of({tuned_case("scan", "sums_ahead"), call}).at(0);
  EXPECT_EQ(kernel.best.variant, "cub");
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 1.5);
}

TEST_F(TunedKernels, WithoutACallTheMeasuredCeilingIsTheBestKnown) {
  const TunedKernel& kernel = of({vector_tile()}).at(0);
  EXPECT_EQ(kernel.best.yardstick, Yardstick::ceiling);
  EXPECT_EQ(kernel.unit, "memory");
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 0.84);
  EXPECT_DOUBLE_EQ(kernel.best.share.low, 0.84 / 1.01);
  EXPECT_DOUBLE_EQ(kernel.best.share.high, 0.84 / 0.99);
}

TEST_F(TunedKernels, AKernelThatMeasuresACeilingIsAgainstTheDatasheet) {
  const TunedKernel& kernel = of({tuned_case("bandwidth", "dram_copy")}).at(0);
  EXPECT_EQ(kernel.best.yardstick, Yardstick::datasheet);
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 0.75);
}

// 132 SMs of 128 bytes per cycle at 1.98 GHz move 33.45 TB/s.
TEST_F(TunedKernels, AKernelOnTheChipIsAgainstThePeakOfItsUnit) {
  CaseResult shared = tuned_case("bandwidth", "shared");
  shared.kernels[native_tuned].share_of_ceiling = 0;
  shared.work = {.bytes_read = 10e9, .on_chip = true};
  const TunedKernel& kernel = of({shared}).at(0);
  EXPECT_EQ(kernel.best.yardstick, Yardstick::peak);
  EXPECT_EQ(kernel.unit, "shared memory");
  EXPECT_DOUBLE_EQ(kernel.best.share.median, 10e9 / (132 * 128 * 1.98e9) / 6e-4);
}

TEST_F(TunedKernels, ArithmeticHasACeilingInSinglePrecisionAlone) {
  CaseResult floats = tuned_case("matmul", "register_tile128");
  floats.work.flops = 1e12;
  CaseResult doubles = floats;
  doubles.parameters.set("real", std::string("double"));
  doubles.work.no_ceiling = true;
  doubles.kernels[native_tuned].share_of_ceiling = 0;
  const std::vector<TunedKernel>& kernels = of({floats, doubles});
  ASSERT_THAT(kernels, SizeIs(2));
  EXPECT_EQ(kernels[0].unit, "FP32");
  EXPECT_EQ(kernels[0].best.yardstick, Yardstick::ceiling);
  EXPECT_EQ(kernels[1].unit, "FP64");
  EXPECT_FALSE(kernels[1].best.is_known());
}

CaseResult scan(const std::string& variant, double seconds) {
  CaseResult c = tuned_case("scan", variant);
  c.kernels[native_tuned].timing = timing(seconds);
  return c;
}

TEST_F(TunedKernels, OneOfTheSameTaskMayBeFaster) {
  const std::vector<TunedKernel>& kernels =
      of({scan("look_back", 8e-4), scan("sums_ahead", 6e-4), vector_tile()});
  EXPECT_EQ(kernels.at(0).faster, "sums_ahead");
  EXPECT_FALSE(kernels.at(0).is_fastest());
  EXPECT_TRUE(kernels.at(1).is_fastest());
  EXPECT_TRUE(kernels.at(2).is_fastest());
}

TEST_F(TunedKernels, OneThatIsNearlyAsFastIsNotFaster) {
  EXPECT_TRUE(of({scan("look_back", 6.1e-4), scan("sums_ahead", 6e-4)}).at(0).is_fastest());
  CaseResult of_another_size = scan("sums_ahead", 3e-4);
  of_another_size.parameters.set("n", 64);
  EXPECT_TRUE(of({scan("look_back", 6e-4), of_another_size}).at(0).is_fastest());
}

TEST_F(TunedKernels, HotMemoryIsAUnitOfItsOwn) {
  CaseResult hot = vector_tile();
  hot.cache = "hot";
  EXPECT_EQ(of({hot}).at(0).unit, "memory, hot");
}

TEST_F(TunedKernels, ShortInvalidAndOtherKernelsHaveNoRow) {
  CaseResult brief = vector_tile();
  brief.kernels[native_tuned].timing = timing(1.9e-5);
  CaseResult wrong = vector_tile();
  wrong.kernels[native_tuned] = {Status::invalid, "wrong", invalid()};
  EXPECT_THAT(of({brief, wrong, sample_case("padded_tile"), call("geam", 1)}), IsEmpty());
}

TEST_F(TunedKernels, ACounterpartIsTunedBeforeItIsRewritten) {
  const TunedKernel& kernel =
      of({with_kokkos(vector_tile(), Form::tuned, 0.9), rewritten_tile(3e-4)}).at(0);
  ASSERT_THAT(kernel.counterparts, SizeIs(1));
  EXPECT_EQ(kernel.counterparts[0].cell->kernel, kokkos_tuned);
  EXPECT_DOUBLE_EQ(kernel.counterparts[0].share.median, 0.9);
  EXPECT_NE(kernel.counterpart(Model::kokkos), nullptr);
  EXPECT_EQ(kernel.counterpart(Model("raja")), nullptr);
}

TEST_F(TunedKernels, WithoutATunedKernelTheFastestRewrittenOneIsTheCounterpart) {
  const TunedKernel& kernel =
      of({vector_tile(), rewritten_tile(8e-4), rewritten_tile(7.5e-4)}).at(0);
  ASSERT_THAT(kernel.counterparts, SizeIs(1));
  EXPECT_EQ(kernel.counterparts[0].cell->kernel.form, Form::rewritten);
  EXPECT_DOUBLE_EQ(kernel.counterparts[0].share.median, 0.8);
}

TEST_F(TunedKernels, WhatCostsAsMuchAsTheNativeKernelThatIsNotTunedHasAReason) {
  const ModelForm rewritten = {kokkos_code.model, Form::rewritten};
  const auto reason_at = [&](double ratio) {
    CaseResult c = rewritten_tile(8e-4);
    c.kernels[native_code] = {Status::ok, "", valid(), timing(8e-4 * ratio)};
    c.comparisons = {{rewritten, native_code, {ratio, ratio, ratio}, Verdict::parity}};
    return of({vector_tile(), c}).at(0).counterparts.at(0).reason;
  };
  EXPECT_EQ(reason_at(0.99), "costs what the native padded_tile costs, which is not tuned");
  EXPECT_EQ(reason_at(0.9), "");
}

// Both scans read and write each element once, but one has sums of blocks alone.
TEST_F(TunedKernels, AKernelOfAnotherProblemIsNoCounterpart) {
  CaseResult blocks = rewritten_tile(6e-4);
  blocks.experiment = "scan";
  blocks.variant = "block_hillis_steele_rewritten";
  blocks.compared_with = "block_hillis_steele";
  EXPECT_THAT(of({tuned_case("scan", "look_back"), blocks}).at(0).counterparts, IsEmpty());
}

TEST_F(TunedKernels, AReasonIsGivenBelowTheBestKnownAlone) {
  CaseResult random = tuned_case("gather", "vector_index");
  random.parameters = {{"n", 32 * Mi}, {"pattern", "random"}};
  CaseResult reaching = random;
  reaching.kernels[native_tuned].share_of_ceiling = 1;
  CaseResult other = random;
  other.parameters.set("pattern", std::string("identity"));
  const std::vector<TunedKernel>& kernels = of({random, reaching, other});
  EXPECT_EQ(kernels.at(0).reason, "memory moves 64 bytes for 4");
  EXPECT_EQ(kernels.at(1).reason, "");
  EXPECT_EQ(kernels.at(2).reason, "");
}

TEST(LimitCounts, AreOfSharesAsTheyAreShown) {
  LimitCounts counts;
  counts.add({0.9696, 0, 0}, "");  // 0.970
  counts.add({0.9694, 0, 0}, "");
  counts.add({0.8496, 0, 0}, "known");  // 0.850
  counts.add({0.8494, 0, 0}, "known");
  EXPECT_EQ(counts.all, 4);
  EXPECT_EQ(counts.reaching, 1);
  EXPECT_EQ(counts.poor, 1);
  EXPECT_EQ(counts.without_reason, 1);
}

}  // namespace
}  // namespace tilebridge::judge
