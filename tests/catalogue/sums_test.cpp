// SPDX-License-Identifier: Apache-2.0
#include "catalogue/sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tilebridge {
namespace {

template <class T>
std::vector<T> terms(std::uint64_t seed, std::size_t n) {
  std::vector<T> values(n);
  fill_uniform<T>(values, Random(seed, 0));
  return values;
}

template <class T>
Sum reference(const std::vector<T>& values) {
  return sum_of(values.size(), [&](std::size_t i) { return Wide<T>{values[i]}; });
}

template <class T>
T sum_in_turn(const std::vector<T>& values, std::size_t skipped) {
  T sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i != skipped) sum += values[i];
  return sum;
}

template <class T>
bool passes(T result, const std::vector<T>& values) {
  const std::vector<T> results = {result};
  return compare_sum<T>(results, reference(values), static_cast<double>(values.size())).ok();
}

template <class T>
class CompareSum : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(CompareSum, Reals);

TYPED_TEST(CompareSum, AcceptsSummingInTurnWhateverTheSeedAndSize) {
  for (const std::size_t n : {0U, 1U, 2U, 257U, 4096U, 100000U})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const auto values = terms<TypeParam>(seed, n);
      EXPECT_TRUE(passes(sum_in_turn(values, n), values)) << n << " terms, seed " << seed;
    }
}

TYPED_TEST(CompareSum, FindsOneTermMissingOfAThousand) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto values = terms<TypeParam>(seed, 1000);
    EXPECT_FALSE(passes(sum_in_turn(values, 500), values)) << "seed " << seed;
  }
}

/// In any order, and with as many terms as a float has no bound for that would show one.
TYPED_TEST(CompareSum, OfSignsIsExact) {
  std::vector<TypeParam> values(1 << 24);
  fill_uniform<TypeParam>(values, Random(1, 0, Draw::signs));
  EXPECT_TRUE(passes(sum_in_turn(values, values.size()), values));
  EXPECT_FALSE(passes(sum_in_turn(values, 12345), values));
  std::reverse(values.begin(), values.end());
  EXPECT_TRUE(passes(sum_in_turn(values, values.size()), values));
}

TYPED_TEST(CompareSum, FindsABlockMissingOfAMillion) {
  auto values = terms<TypeParam>(1, 1 << 20);
  std::vector<TypeParam> without(values.begin() + 256, values.end());
  EXPECT_FALSE(passes(sum_in_turn(without, without.size()), values));
}

TYPED_TEST(CompareSum, IsFarTighterThanTheWorstCase) {
  const auto values = terms<TypeParam>(1, 1 << 20);
  const std::vector<TypeParam> result = {sum_in_turn(values, values.size())};
  const Validation v =
      compare_sum<TypeParam>(result, reference(values), static_cast<double>(values.size()));
  const double n = static_cast<double>(values.size());
  EXPECT_LT(v.bound, n * roundoff<TypeParam> * n / 2 / 1000);  // n·u·Σ|t|, with a mean |t| of ½
}

TEST(CompareSumOfDoubles, FindsASumInSinglePrecision) {
  const auto values = terms<double>(1, 1000);
  float sum = 0;
  for (const double value : values) sum += static_cast<float>(value);
  EXPECT_FALSE(passes(double{sum}, values));
}

}  // namespace
}  // namespace tilebridge
