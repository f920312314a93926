// SPDX-License-Identifier: Apache-2.0
#include "judge/gains.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <set>

#include "tests/pages/compared_cases.hpp"

namespace tilebridge::judge {
namespace {

using sources::Step;
using testing::DoubleNear;
using testing::ElementsAre;

/// The results that a forecaster points into live as long as the test program.
Forecaster gains_in(std::vector<CaseResult> cases) {
  static std::deque<Results> results;
  return gains_of(results.emplace_back(run_of(std::move(cases))), catalogue());
}

/// Adds Kokkos in that form, at `ratio` of native code.
CaseResult with_form(CaseResult c, Form form, double ratio) {
  const ModelForm kernel = {kokkos_code.model, form};
  c.kernels[kernel] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons.push_back({kernel, native_code, {ratio, ratio, ratio}, Verdict::slower});
  return c;
}

TEST(Gains, AreRelativeToTheSameModelBeforeTheStep) {
  std::vector<CaseResult> cases;
  for (const auto& [experiment, variant] :
       {std::pair("transpose", "padded_tile"), std::pair("matmul", "tile16"),
        std::pair("smooth", "tile_halo")})
    cases.push_back(
        with_form(compared(experiment, variant, Form::loops, 0.5), Form::indices, 0.75));
  const PortedWay by_index = way_after(Step::by_index, Model::kokkos);
  const auto gain = gains_in(cases).forecast({Pattern::tile}, by_index);
  ASSERT_TRUE(gain);
  EXPECT_THAT(gain->speed.median, DoubleNear(1.5, 1e-9));
  EXPECT_EQ(gain->kernels, 3U);
  cases.pop_back();
  EXPECT_FALSE(gains_in(cases).forecast({Pattern::tile}, by_index)) << "two experiments";
}

TEST(Gains, AChosenLaunchGainsWhatTheLibrarysCosts) {
  std::vector<CaseResult> cases;
  for (const auto& [experiment, variant] :
       {std::pair("stride", "copy"), std::pair("offset", "copy"), std::pair("layout", "soa")})
    cases.push_back(with_launch(attributed(experiment, variant, 0.5, 0.9), 1, 0.5));
  EXPECT_THAT(gains_in(cases)
                  .forecast({Pattern::flat}, way_after(Step::launch, Model::kokkos))
                  ->speed.median,
              DoubleNear(2, 1e-9));
}

TEST(Gains, ATileIsMeasuredAgainstAllDefaults) {
  std::vector<CaseResult> cases;
  for (const char* experiment : {"transpose", "matmul", "conv2d"})
    for (const auto& [variant, ratio] : {std::pair("mdrange", 0.2), std::pair("mdrange_tile", 0.6)})
      cases.push_back(compared(experiment, variant, Form::builtin, ratio));
  const auto gain = gains_in(cases).forecast({Pattern::grid}, way_after(Step::tile, Model::kokkos));
  ASSERT_TRUE(gain);
  EXPECT_THAT(gain->speed.median, DoubleNear(3, 1e-9));
  EXPECT_THAT(gain->nearest, testing::HasSubstr("/mdrange_tile"));
}

/// The step of each rule leads to a way of its own.
TEST(Gains, StepsOfAModelLeadToDifferentWays) {
  EXPECT_THAT(sources::steps_of("kokkos"),
              testing::UnorderedElementsAre(Step::by_index, Step::tile, Step::launch));
  EXPECT_THAT(sources::steps_of("openmp"), ElementsAre(Step::rewritten));
  EXPECT_THAT(sources::steps_of("raja"), ElementsAre());
  std::set<PortedWay> ways;
  for (const Step step : sources::steps_of("kokkos")) ways.insert(way_after(step, Model::kokkos));
  EXPECT_EQ(ways.size(), 3U);
}

}  // namespace
}  // namespace tilebridge::judge
