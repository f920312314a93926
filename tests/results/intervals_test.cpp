// SPDX-License-Identifier: Apache-2.0
#include "results/intervals.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;

SamplingResult with_steps_of(double timer_step) {
  SamplingResult sampling;
  sampling.timer_step = timer_step;
  return sampling;
}

const std::vector<double> seconds = {1e-3, 2e-3, 3e-3, 1e-3, 1.2345678e-3, 4e-3, 2e-3, 2e-3, 5e-3};

TEST(Intervals, MediansHaveTheDigitsOfAFile) {
  EXPECT_THAT(stored_medians({seconds, std::vector{3, 3, 3}}), ElementsAre(2e-3, 1.23457e-3, 2e-3));
}

TEST(Intervals, FollowFromMediansAlone) {
  const std::vector<int> sizes = {3, 3, 3};
  const std::vector<double> medians = stored_medians({seconds, sizes});
  const Interval of_both = time_over_blocks({seconds, sizes, medians}, {});
  const Interval of_medians = time_over_blocks({{}, {}, medians}, {});
  EXPECT_EQ(of_both.low, of_medians.low);
  EXPECT_EQ(of_both.median, of_medians.median);
  EXPECT_EQ(of_both.high, of_medians.high);
}

TEST(Intervals, ARatioIsRoundedAsTheTimesThatItIsOf) {
  Timing a = {{1e-3, 1e-3, 1e-3}, {}};
  Timing b = {{2e-3, 2e-3, 2e-3}, {}};
  const SamplingResult sampling = with_steps_of(1e-6);
  const double usual = rounding_of_ratio(a, b, sampling);
  EXPECT_DOUBLE_EQ(usual, std::hypot(rounding_error(1e-3, 1e-6, 1), rounding_error(2e-3, 1e-6, 1)));
  a.back_to_back = b.back_to_back = Interval{4e-3, 4e-3, 4e-3};
  EXPECT_EQ(rounding_of_ratio(a, b, sampling), usual);
  b.waits_for_host = true;
  EXPECT_LT(rounding_of_ratio(a, b, sampling), usual / 2);
}

TEST(Intervals, AVerdictNeedsADifferenceThatCounts) {
  const Timing a = {{20e-6, 20e-6, 20e-6}, {}};
  const Timing b = {{30e-6, 30e-6, 30e-6}, {}};
  const Interval ratio = {0.66, 0.65, 0.67};
  EXPECT_EQ(verdict_of(ratio, a, b, {}, {}), Verdict::slower);
  EXPECT_EQ(verdict_of(ratio, a, b, {}, {.least_change = 11e-6}), Verdict::undecided);
  EXPECT_EQ(verdict_of(ratio, a, b, with_steps_of(2e-6), {}), Verdict::undecided);
}

TEST(Intervals, ATimeWithoutSamplesIsOfAllRounds) {
  EXPECT_EQ(sample_count(timing(1), 19), 3U);
  EXPECT_EQ(sample_count(Timing(), 19), 19U);
}

}  // namespace
}  // namespace tilebridge
