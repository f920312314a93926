// SPDX-License-Identifier: Apache-2.0
#include "judge/portability.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <deque>

#include "tests/pages/compared_cases.hpp"

namespace tilebridge::judge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::SizeIs;

constexpr double exact = 1e-12;

// 2 / (1 / 0.8 + 1 / 0.5) = 2 / (1.25 + 2) = 2 / 3.25 = 8 / 13; (0.8 + 0.5) / 2 = 0.65.
TEST(PortabilityMeans, AreTheHarmonicAndTheArithmeticOne) {
  const Efficiencies both = {Interval{0.8, 0.8, 0.8}, Interval{0.5, 0.5, 0.5}};
  EXPECT_THAT(harmonic_mean(both).median, DoubleNear(8.0 / 13, exact));
  EXPECT_THAT(arithmetic_mean(both).median, DoubleNear(0.65, exact));
  EXPECT_EQ(harmonic_mean(both).low, harmonic_mean(both).high) << "of exact efficiencies";
}

// ln PP = ln 2 - ln(1/a + 1/b), so d ln PP / d ln a = (1/a) / (1/a + 1/b) = 1.25 / 3.25 = 5 / 13.
// An interval of a from 0.8 / 1.1 to 0.8 · 1.1 has half a width of ln 1.1 in the logarithm, that of
// PP 5/13 ln 1.1. The mean's derivative is a / (a + b) = 0.8 / 1.3 = 8 / 13.
TEST(PortabilityMeans, HaveTheIntervalOfTheDeltaMethod) {
  const Efficiencies one = {Interval{0.8, 0.8 / 1.1, 0.8 * 1.1}, Interval{0.5, 0.5, 0.5}};
  EXPECT_THAT(harmonic_mean(one).low, DoubleNear(8.0 / 13 / std::pow(1.1, 5.0 / 13), exact));
  EXPECT_THAT(harmonic_mean(one).high, DoubleNear(8.0 / 13 * std::pow(1.1, 5.0 / 13), exact));
  EXPECT_THAT(arithmetic_mean(one).high, DoubleNear(0.65 * std::pow(1.1, 8.0 / 13), exact));
}

// Both vary by 1.1, independently: sqrt((5/13)² + (8/13)²) = sqrt(25 + 64) / 13 = sqrt(89) / 13.
TEST(PortabilityMeans, ErrorsOfMachinesAreIndependent) {
  const Efficiencies both = {Interval{0.8, 0.8 / 1.1, 0.8 * 1.1},
                             Interval{0.5, 0.5 / 1.1, 0.5 * 1.1}};
  const double widened = std::pow(1.1, std::sqrt(89.0) / 13);
  EXPECT_THAT(harmonic_mean(both).high, DoubleNear(8.0 / 13 * widened, exact));
  EXPECT_THAT(arithmetic_mean(both).low, DoubleNear(0.65 / widened, exact)) << "by symmetry";
}

TEST(PortabilityMeans, AMissingMachineIsZeroInOneAndLeftOutOfTheOther) {
  const Efficiencies partial = {Interval{0.8, 0.8, 0.8}, std::nullopt};
  EXPECT_EQ(harmonic_mean(partial).median, 0);
  EXPECT_THAT(arithmetic_mean(partial).median, DoubleNear(0.8, exact));
  EXPECT_EQ(harmonic_mean({}).median, 0);
  EXPECT_EQ(arithmetic_mean({std::nullopt}).median, 0);
}

/// A variant of one task, with the times of native code and of Kokkos in `form`.
CaseResult timed(const std::string& variant, double native, double kokkos,
                 Form form = Form::loops) {
  CaseResult c = compared("transpose", variant, form, native / kokkos);
  c.kernels[native_code] = {Status::ok, "", valid(), timing(native)};
  c.kernels[{kokkos_code.model, form}] = {Status::ok, "", valid(), timing(kokkos)};
  return c;
}

std::vector<PortableVariant> variants_of(const std::vector<std::vector<CaseResult>>& machines) {
  static std::deque<Results> results;  // which what is returned points into
  static std::deque<std::vector<Cells>> cells;
  cells.emplace_back();
  for (const std::vector<CaseResult>& cases : machines)
    cells.back().emplace_back(results.emplace_back(run_of(cases)));
  return portable_variants(cells.back());
}

const PortableKernel& kernel_of(const PortableVariant& variant, const std::string& model,
                                Form form = Form::loops) {
  return *std::ranges::find_if(variant.kernels, [&](const PortableKernel& kernel) {
    return kernel.model == model && kernel.form == form;
  });
}

// tile: 4 and 8 ms; vector_tile, which does the same: 2 ms. Application: 2/4 and 2/8; model: 1 and
// 4/8.
TEST(Portability, TheBestIsOfAnyVariantOrOfTheSame) {
  const auto variants =
      variants_of({{timed("tile", 4e-3, 8e-3), timed("vector_tile", 2e-3, 3e-3)}});
  ASSERT_THAT(variants, SizeIs(2));
  EXPECT_EQ(variants[0].task, variants[1].task);
  const PortableKernel& native = kernel_of(variants[0], "cuda", Form::indices);
  const PortableKernel& kokkos = kernel_of(variants[0], "kokkos");
  EXPECT_THAT(native.on.at(0)->application.median, DoubleNear(0.5, exact));
  EXPECT_THAT(native.on.at(0)->model.median, DoubleNear(1, exact));
  EXPECT_THAT(kokkos.on.at(0)->application.median, DoubleNear(0.25, exact));
  EXPECT_THAT(kokkos.on.at(0)->model.median, DoubleNear(0.5, exact));
}

TEST(Portability, OtherWorkIsAnotherTask) {
  CaseResult addition = timed("add", 1e-3, 1e-3);
  addition.work.bytes_read *= 2;
  const auto variants = variants_of({{timed("tile", 4e-3, 8e-3), addition}});
  EXPECT_NE(variants.at(0).task, variants.at(1).task);
  EXPECT_EQ(kernel_of(variants[0], "cuda", Form::indices).on.at(0)->application.median, 1);
}

// A product of floats that are rounded to TF32 is no faster way to that of floats.
TEST(Portability, FewerBitsAreAnotherTask) {
  CaseResult rounded = timed("tensor", 1e-3, 1e-3);
  rounded.work.no_ceiling = true;
  const auto variants = variants_of({{timed("tile", 4e-3, 8e-3), rounded}});
  EXPECT_NE(variants.at(0).task, variants.at(1).task);
  EXPECT_EQ(kernel_of(variants[0], "cuda", Form::indices).on.at(0)->application.median, 1);
}

// Rewritten, Kokkos takes 2 ms where native code takes 4: it is the best of the variant.
TEST(Portability, WhatIsRewrittenIsOfItsVariant) {
  CaseResult rewritten = timed("tile_rewritten", 4e-3, 2e-3, Form::rewritten);
  rewritten.compared_with = "tile";
  const auto variants = variants_of({{timed("tile", 4e-3, 8e-3), rewritten}});
  ASSERT_THAT(variants, SizeIs(1));
  EXPECT_THAT(kernel_of(variants[0], "kokkos", Form::rewritten).on.at(0)->model.median,
              DoubleNear(1, exact));
  EXPECT_THAT(kernel_of(variants[0], "kokkos").on.at(0)->model.median, DoubleNear(0.25, exact));
}

// timing() has intervals of ±1%: those of two times give sqrt(2) · ln(1.01 / 0.99) / 2. A ratio
// that was measured has its own.
TEST(Portability, AMeasuredRatioGivesTheInterval) {
  CaseResult tile = timed("tile", 4e-3, 8e-3);
  tile.comparisons = {{kokkos_code, native_code, {0.5, 0.49, 0.51}, Verdict::slower}};
  const auto variants = variants_of({{tile, timed("vector_tile", 2e-3, 3e-3)}});
  const Efficiency& kokkos = *kernel_of(variants.at(0), "kokkos").on.at(0);
  EXPECT_THAT(std::log(kokkos.model.high / kokkos.model.low),
              DoubleNear(std::log(0.51 / 0.49), exact));
  EXPECT_THAT(std::log(kokkos.application.high / kokkos.application.low),
              DoubleNear(std::sqrt(2) * std::log(1.01 / 0.99), exact));
  const Efficiency& best = *kernel_of(variants.at(1), "cuda", Form::indices).on.at(0);
  EXPECT_EQ(best.application.low, best.application.high) << "the best counts as known";
}

TEST(Portability, MachinesAreThoseThatRanTheVariant) {
  CaseResult wrong = timed("tile", 4e-3, 8e-3);
  wrong.kernels[kokkos_code] = {Status::invalid, "wrong", invalid(), {}};
  wrong.comparisons.clear();
  const auto variants =
      variants_of({{timed("tile", 4e-3, 8e-3)}, {timed("vector_tile", 2e-3, 2e-3)}, {wrong}});
  ASSERT_THAT(variants, SizeIs(2));
  EXPECT_THAT(variants[0].machines, ElementsAre(0U, 2U));
  const PortableKernel& kokkos = kernel_of(variants[0], "kokkos");
  ASSERT_THAT(kokkos.on, SizeIs(2));
  EXPECT_TRUE(kokkos.on[0]);
  EXPECT_FALSE(kokkos.on[1]) << "it has no valid result";
  EXPECT_EQ(harmonic_mean(model_efficiencies(kokkos)).median, 0);
}

TEST(Portability, AProfileIsNoMachine) {
  CaseResult profiled = timed("tile", 4e-3, 8e-3);
  for (auto& [kernel, result] : profiled.kernels) {
    result.timing.reset();
    result.counters = Counters{};
  }
  const auto variants = variants_of({{profiled}, {timed("tile", 4e-3, 8e-3)}});
  ASSERT_THAT(variants, SizeIs(1));
  EXPECT_THAT(variants[0].machines, ElementsAre(1U));
}

// HIP's native code is another application than CUDA's.
TEST(Portability, NativeCodeIsOfItsPlatform) {
  CaseResult hip = timed("tile", 4e-3, 8e-3);
  hip.platform = "hip";
  const auto variants = variants_of({{timed("tile", 4e-3, 8e-3)}, {hip}});
  ASSERT_THAT(variants, SizeIs(1));
  EXPECT_EQ(harmonic_mean(model_efficiencies(kernel_of(variants[0], "cuda", Form::indices))).median,
            0);
  EXPECT_THAT(harmonic_mean(model_efficiencies(kernel_of(variants[0], "kokkos"))).median,
              DoubleNear(0.5, exact));
}

}  // namespace
}  // namespace tilebridge::judge
