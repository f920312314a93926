// SPDX-License-Identifier: Apache-2.0
#include "results/statistics.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
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

std::vector<double> drawn(std::size_t n, std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> pick(0, n - 1);
  std::vector<double> values(n);
  const std::vector<double> all = one_to(static_cast<int>(n));
  for (double& value : values) value = 100 + all[pick(random)];
  return values;
}

TEST(MedianRatioInterval, AgreesWithResampling) {
  constexpr int resamples = 20000;
  for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{11, 11}, {7, 31}, {51, 101}}) {
    std::vector<double> above = one_to(static_cast<int>(n));
    std::vector<double> below = one_to(static_cast<int>(m));
    for (double& value : above) value += 100;
    for (double& value : below) value += 100;
    std::mt19937_64 random(4);
    std::vector<double> quotients(resamples);
    for (double& q : quotients) q = median(drawn(n, random)) / median(drawn(m, random));
    std::sort(quotients.begin(), quotients.end());
    const Interval exact = median_ratio_interval(above, below);
    EXPECT_EQ(exact.median, median(above) / median(below));
    EXPECT_NEAR(exact.low, quotients[resamples * 25 / 1000], 0.01) << n;  // values are 1% apart
    EXPECT_NEAR(exact.high, quotients[resamples * 975 / 1000], 0.01) << n;
  }
}

TEST(MedianRatioInterval, ExchangingTheSamplesInvertsIt) {
  const auto above = one_to(12);
  const auto below = one_to(31);
  const Interval i = median_ratio_interval(above, below);
  const Interval inverse = median_ratio_interval(below, above);
  EXPECT_NEAR(i.low, 1 / inverse.high, 1e-12);
  EXPECT_NEAR(i.high, 1 / inverse.low, 1e-12);
}

TEST(MedianRatioInterval, TakesTheRangeOfLessThanSixValues) {
  const Interval few = median_ratio_interval(std::vector<double>{1, 2, 4}, std::vector<double>{2});
  EXPECT_EQ(few.median, 1);
  EXPECT_EQ(few.low, 0.5);
  EXPECT_EQ(few.high, 2);
  const Interval one =
      median_ratio_interval(std::vector<double>{6, 6, 6, 6, 6, 6, 6}, std::vector<double>{1, 2, 3});
  EXPECT_EQ(one.low, 2);
  EXPECT_EQ(one.high, 6);
}

/// How often in 1000 the interval holds the true ratio of 2, for samples of `draw`.
template <class Draw>
int coverage(std::size_t n, std::size_t m, const Draw& draw) {
  constexpr int trials = 2000;
  std::mt19937_64 random(5);
  int covered = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> above(n);
    std::vector<double> below(m);
    for (double& value : above) value = 2 * draw(random);
    for (double& value : below) value = draw(random);
    const Interval i = median_ratio_interval(above, below);
    covered += i.low <= 2 && 2 <= i.high ? 1 : 0;
  }
  return covered * 1000 / trials;
}

TEST(MedianRatioInterval, CoversTheTrueRatioNineteenTimesOfTwenty) {
  const auto even = [](auto& random) { return std::normal_distribution<double>(10, 1)(random); };
  const auto skewed = [](auto& random) {
    return 10 + std::exponential_distribution<double>(1)(random);
  };
  for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{11, 11}, {12, 12}, {11, 60}})
    for (const int covered : {coverage(n, m, even), coverage(n, m, skewed)}) {
      EXPECT_GE(covered, 940) << n << ' ' << m;
      EXPECT_LE(covered, 990) << n << ' ' << m;  // few and even: either end takes its side's middle
    }
}

/// Half of them a factor of e below 1, half above.
std::vector<double> spread_by_e(std::size_t pairs) {
  std::vector<double> values;
  for (std::size_t i = 0; i < pairs; ++i) {
    values.push_back(std::exp(-1.0));
    values.push_back(std::exp(1.0));
  }
  return values;
}

TEST(GeometricMean, HasStudentsIntervalOfTheLogarithms) {
  // t tables, 97.5%: 3.182446 with 3 degrees of freedom, 2.262157 with 9, 2.093024 with 19.
  const std::vector<std::pair<std::size_t, double>> quantiles = {
      {2, 3.182446}, {5, 2.262157}, {10, 2.093024}};
  for (const auto& [pairs, quantile] : quantiles) {
    const GeometricMean mean = geometric_mean(spread_by_e(pairs));
    const double error = std::sqrt(1.0 / (2.0 * static_cast<double>(pairs) - 1));
    EXPECT_NEAR(mean.value, 1, 1e-12);
    EXPECT_NEAR(std::log(mean.high), quantile * error, 1e-6);
    EXPECT_NEAR(std::log(mean.low), -quantile * error, 1e-6);
  }
  const GeometricMean three = geometric_mean(std::vector<double>{0.5, 1, 2});
  EXPECT_NEAR(three.low, 0.178731, 1e-6);  // exp(-4.302653 * ln 2 / √3)
  EXPECT_NEAR(three.high, 5.594998, 1e-6);
}

TEST(GeometricMean, FewerThanThreeValuesHaveNoInterval) {
  const GeometricMean mean = geometric_mean(std::vector<double>{0.25, 4});
  EXPECT_DOUBLE_EQ(mean.value, 1);
  EXPECT_FALSE(mean.has_interval());
  EXPECT_TRUE(geometric_mean(std::vector<double>{1, 1, 1}).has_interval());
}

TEST(GeometricMean, CoversTheTrueMeanNineteenTimesOfTwenty) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> values(0, 0.5);
  constexpr int trials = 4000;
  int covered = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> sample(8);
    for (double& value : sample) value = values(random);
    const GeometricMean mean = geometric_mean(sample);
    covered += mean.low <= 1 && 1 <= mean.high ? 1 : 0;
  }
  EXPECT_NEAR(covered / static_cast<double>(trials), 0.95, 0.015);  // four standard errors
}

TEST(BlockMedians, AreOfEachBlock) {
  const std::vector<double> values = {1, 2, 3, 10, 20};
  const std::vector<int> sizes = {3, 0, 2};
  EXPECT_THAT(block_medians({values, sizes}), testing::ElementsAre(2, 15));
  EXPECT_THAT(block_medians({values}), testing::ElementsAre(3));
  const std::vector<int> of_others = {3, 3};
  EXPECT_THAT(block_medians({values, of_others}), testing::ElementsAre(3));
  const std::vector<int> negative = {7, -2};
  EXPECT_THAT(block_medians({values, negative}), testing::ElementsAre(3));
}

TEST(IntervalOverBlocks, IsStudentsOfTheLogarithms) {
  const std::vector<double> values = {0.5, 0.5, 1, 1, 2, 2};
  const std::vector<int> sizes = {2, 2, 2};
  const Interval interval = interval_over_blocks({values, sizes});
  EXPECT_DOUBLE_EQ(interval.median, 1);
  EXPECT_NEAR(interval.low, 0.178731, 1e-6);  // exp(-4.302653 * ln 2 / √3)
  EXPECT_NEAR(interval.high, 5.594998, 1e-6);
}

TEST(IntervalOverBlocks, OfFewBlocksIsThatOfAllValues) {
  const std::vector<double> values = one_to(30);
  const std::vector<int> sizes = {15, 15};
  const Interval over = interval_over_blocks({values, sizes});
  const Interval all = median_interval(values);
  EXPECT_EQ(over.low, all.low);
  EXPECT_EQ(over.high, all.high);
}

/// Two runs of five blocks whose medians vary by 1%: their quotient is 1.
TEST(QuotientOverBlocks, CoversTheTrueQuotientNineteenTimesOfTwenty) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> between(0, 0.01);
  std::normal_distribution<double> noise(0, 0.002);
  const std::vector<int> sizes(5, 4);
  const auto run = [&] {
    std::vector<double> values;
    for (const int size : sizes) {
      const double middle = between(random);
      for (int i = 0; i < size; ++i) values.push_back(std::exp(middle + noise(random)));
    }
    return values;
  };
  constexpr int trials = 4000;
  int covered = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<double> a = run();
    const std::vector<double> b = run();
    const Interval quotient = quotient_over_blocks({a, sizes}, {b, sizes});
    covered += quotient.low <= 1 && quotient.high >= 1 ? 1 : 0;
    EXPECT_NEAR(quotient_over_blocks({b, sizes}, {a, sizes}).low, 1 / quotient.high, 1e-12);
  }
  EXPECT_GT(covered, trials * 94 / 100);
  EXPECT_LT(covered, trials * 97 / 100);
}

TEST(Widened, AddsIndependentErrors) {
  const Interval wide = widened({2, 2 * std::exp(-0.03), 2 * std::exp(0.03)}, 0.04);
  EXPECT_EQ(wide.median, 2);
  EXPECT_NEAR(wide.low, 2 * std::exp(-0.05), 1e-12);
  EXPECT_NEAR(wide.high, 2 * std::exp(0.05), 1e-12);
}

TEST(QuotientPValue, IsATwentiethOfAHalfAtTheIntervalsEnds) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> noise(1, 0.02);
  std::vector<double> above(25);
  std::vector<double> below(25);
  for (auto* sample : {&above, &below})
    for (double& value : *sample) value = noise(random);
  const std::vector<int> sizes(5, 5);
  const Interval quotient = quotient_over_blocks({above, sizes}, {below, sizes});
  EXPECT_NEAR(quotient_p_value({above, sizes}, {below, sizes}, quotient.high), 0.025, 1e-6);
  EXPECT_NEAR(quotient_p_value({above, sizes}, {below, sizes}, quotient.low), 0.975, 1e-6);
  EXPECT_EQ(quotient_p_value({above}, {below}, 1.01), median_ratio_p_value(above, below, 1.01));
}

TEST(MedianRatioPValue, IsATwentiethOfAHalfAtTheIntervalsEnds) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(1, 0.02);
  for (const std::size_t size : {std::size_t{6}, std::size_t{11}, std::size_t{60}}) {
    std::vector<double> above(size);
    std::vector<double> below(11);
    for (auto* sample : {&above, &below})
      for (double& value : *sample) value = noise(random);
    const Interval interval = median_ratio_interval(above, below);
    EXPECT_GT(median_ratio_p_value(above, below, interval.high * (1 - 1e-9)), 0.025);
    EXPECT_LT(median_ratio_p_value(above, below, interval.high * (1 + 1e-9)), 0.025);
    EXPECT_GT(median_ratio_p_value(below, above, (1 - 1e-9) / interval.low), 0.025);
    EXPECT_LT(median_ratio_p_value(below, above, (1 + 1e-9) / interval.low), 0.025);
  }
}

TEST(MedianRatioPValue, IsNeverRarerThanSamplesThatLieApart) {
  const std::vector<double> three = {1, 1.01, 1.02};
  const std::vector<double> five = {1, 1.01, 1.02, 1.03, 1.04};
  EXPECT_NEAR(median_ratio_p_value(three, three, 2), 1.0 / 20, 1e-12);
  EXPECT_NEAR(median_ratio_p_value(five, five, 2), 1.0 / 252, 1e-12);
  EXPECT_EQ(median_ratio_p_value(five, five, 0.5), 1);
}

/// Few samples with equal medians may seem less likely than they are, in the tail too.
TEST(MedianRatioPValue, IsRareWhereThereIsNoDifference) {
  std::mt19937_64 random(5);
  for (const bool is_skewed : {false, true}) {
    std::normal_distribution<double> noise(0, 0.02);
    const auto draw = [&] { return is_skewed ? std::exp(5 * noise(random)) : 1 + noise(random); };
    constexpr int trials = 20000;
    int below_5 = 0;
    int below_01 = 0;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> a(11);
      std::vector<double> b(11);
      std::generate(a.begin(), a.end(), draw);
      std::generate(b.begin(), b.end(), draw);
      const double p = median_ratio_p_value(a, b, 1);
      below_5 += p <= 0.05 ? 1 : 0;
      below_01 += p <= 0.001 ? 1 : 0;
    }
    EXPECT_LT(below_5, trials * 0.055);
    EXPECT_GT(below_5, trials * 0.02);
    EXPECT_LT(below_01, trials * 0.0015);
  }
}

TEST(LogEstimate, PValueIsATwentiethOfAHalfAtTheIntervalsEnds) {
  for (const std::vector<double>& values :
       {std::vector<double>{0.9, 1, 1.2}, {0.9, 1, 1.2, 1.1}, {1, 2, 3, 4, 5, 6}}) {
    const GeometricMean mean = geometric_mean(values);
    EXPECT_NEAR(p_value(log_mean(values), mean.high), 0.025, 1e-9);
    EXPECT_NEAR(p_value(log_mean(values), mean.low), 0.975, 1e-9);
    EXPECT_NEAR(p_value(log_mean(values), mean.value), 0.5, 1e-9);
  }
}

TEST(LogEstimate, OfEqualValuesIsCertain) {
  EXPECT_NEAR(p_value(log_mean(std::vector<double>{0.5, 0.5, 0.5}), 1), 0, 1e-9);
  EXPECT_NEAR(p_value(log_mean(std::vector<double>{2, 2, 2}), 1), 1, 1e-9);
}

TEST(LogEstimate, AddsAnIndependentErrorInQuadrature) {
  const GeometricMean certain = geometric_mean(with_error({0, 0, 0}, 0.01));
  EXPECT_NEAR(std::log(certain.high), 0.01, 2e-5);
  const double deviation = 0.01 / 1.96;
  const GeometricMean both = geometric_mean(with_error({0, deviation * deviation, 1000}, 0.01));
  EXPECT_NEAR(std::log(both.high), 0.01 * std::sqrt(2.0), 5e-5);
  const LogEstimate few = with_error({0, 1e-4, 2}, 0.001);
  EXPECT_NEAR(few.degrees, 2, 0.02) << "a small known error leaves the degrees of freedom";
}

TEST(Ratios, AreTakenPairByPair) {
  EXPECT_THAT(ratios(std::vector<double>{2, 9}, std::vector<double>{4, 3}),
              testing::ElementsAre(0.5, 3));
}

TEST(Interval, HalfWidthIsAShareOfTheMedian) {
  EXPECT_EQ((Interval{2, 1.75, 2.25}).half_width(), 0.125);
}

/// A time that grew with the square of the samples would be hours: the test would not end.
TEST(MedianRatioInterval, TakesHalfAMillionSamples) {
  std::vector<double> some, many;
  for (int i = 0; i < 5'000; ++i) some.push_back(1 + 0.001 * (i * 7919 % 5'000));
  for (int i = 0; i < 500'000; ++i) many.push_back(1 + 0.00001 * (i * 7919LL % 500'000));
  const Interval ratio = median_ratio_interval(many, many);
  EXPECT_LT(median_ratio_p_value(many, many, 1.01), 0.01);
  EXPECT_LT(ratio.low, 1);
  EXPECT_GT(ratio.low, median_ratio_interval(some, some).low);
  EXPECT_DOUBLE_EQ(ratio.low * ratio.high, 1);
}

}  // namespace
}  // namespace tilebridge
