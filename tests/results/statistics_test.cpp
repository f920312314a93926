#include "results/statistics.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace tilebridge {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  std::shuffle(values.begin(), values.end(), std::mt19937_64(1));
  return values;
}

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoMiddleValues) {
  EXPECT_EQ(median(std::vector<double>{5}), 5);
  EXPECT_EQ(median(std::vector<double>{9, 1, 5}), 5);
  EXPECT_EQ(median(std::vector<double>{9, 1, 5, 6}), 5.5);
}

TEST(MedianInterval, IsTheRangeBelowSixValues) {
  const Interval i = median_interval(one_to(5));
  EXPECT_EQ(i.median, 3);
  EXPECT_EQ(i.low, 1);
  EXPECT_EQ(i.high, 5);
}

/// The interval's ends as a resampling bootstrap finds them.
Interval resampled(const std::vector<double>& values) {
  constexpr int resamples = 20000;
  std::mt19937_64 random(2);
  std::uniform_int_distribution<std::size_t> pick(0, values.size() - 1);
  std::vector<double> medians(resamples);
  for (double& m : medians) {
    std::vector<double> draw(values.size());
    for (double& value : draw) value = values[pick(random)];
    m = median(draw);
  }
  std::sort(medians.begin(), medians.end());
  return {median(values), medians[resamples * 25 / 1000], medians[resamples * 975 / 1000]};
}

TEST(MedianInterval, AgreesWithResampling) {
  for (const int n : {7, 11, 21, 51, 101}) {
    const Interval exact = median_interval(one_to(n));
    const Interval drawn = resampled(one_to(n));
    EXPECT_EQ(exact.median, drawn.median) << n;
    EXPECT_NEAR(exact.low, drawn.low, 1) << n;  // values are 1 apart: at most the next one
    EXPECT_NEAR(exact.high, drawn.high, 1) << n;
  }
}

TEST(MedianInterval, MirrorsWithTheData) {
  for (const int n : {6, 10, 11, 30}) {
    const auto values = one_to(n);
    std::vector<double> negated;
    for (const double value : values) negated.push_back(-value);
    EXPECT_EQ(median_interval(values).low, -median_interval(negated).high) << n;
  }
}

TEST(MedianInterval, CoversTheTrueMedianNineteenTimesOfTwenty) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal(10, 1);
  for (const int n : {11, 25, 60}) {
    int covered = 0;
    constexpr int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> values(static_cast<std::size_t>(n));
      for (double& value : values) value = normal(random);
      const Interval i = median_interval(values);
      covered += i.low <= 10 && 10 <= i.high ? 1 : 0;
    }
    EXPECT_GE(covered, trials * 92 / 100) << n;  // the percentile bootstrap's own, at n = 11: 93.5%
    EXPECT_LE(covered, trials * 99 / 100) << n;
  }
}

TEST(Ratios, AreTakenPairByPair) {
  EXPECT_THAT(ratios(std::vector<double>{2, 9}, std::vector<double>{4, 3}),
              testing::ElementsAre(0.5, 3));
}

TEST(Interval, HalfWidthIsAShareOfTheMedian) {
  EXPECT_EQ((Interval{2, 1.75, 2.25}).half_width(), 0.125);
}

}  // namespace
}  // namespace tilebridge
