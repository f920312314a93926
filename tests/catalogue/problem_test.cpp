// SPDX-License-Identifier: Apache-2.0
#include "catalogue/problem.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <limits>
#include <vector>

namespace tilebridge {
namespace {

float poisoned() { return std::bit_cast<float>(0x01010101U * poison); }

/// 0, 1, 2, … with what is planted at `index`.
std::vector<float> counting(std::size_t n, std::size_t index, float planted) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  values[index] = planted;
  return values;
}

template <class ExpectedAt>
Validation compare_floats(const std::vector<float>& got, const ExpectedAt& expected_at) {
  return compare_elements(std::span<const float>(got), expected_at);
}

Validation compare_counting(const std::vector<float>& got, double bound = 0) {
  return compare_elements(std::span<const float>(got),
                          [&](std::size_t i) { return within(static_cast<double>(i), bound); });
}

TEST(CompareElements, AcceptsExactAndBoundedValues) {
  EXPECT_TRUE(compare_counting(counting(1000, 500, 500)).ok());
  EXPECT_TRUE(compare_counting(counting(1000, 500, 500.25F), 0.25).ok());
}

TEST(CompareElements, FindsOneWrongElement) {
  const Validation v = compare_counting(counting(100000, 77777, 77778), 0.5);
  EXPECT_FALSE(v.ok());
  EXPECT_EQ(v.wrong, 1U);
  EXPECT_EQ(v.first_wrong, 77777U);
  EXPECT_EQ(v.max_error, 1);
  EXPECT_EQ(v.got, 77778);
  EXPECT_EQ(describe(v),
            "off by 1, 0.5 allowed: element 77777 of 100000 is 77778, expected 77777; 1 wrong in "
            "all");
}

TEST(CompareElements, TheFirstWrongElementIsDescribedByItsOwnBound) {
  const std::vector<double> got = {1.618771650001, 10};
  const Validation v = compare_elements(std::span<const double>(got), [](std::size_t i) {
    return i == 0 ? within(1.61877165, 1e-15) : within(0, 1);
  });
  EXPECT_THAT(describe(v), testing::StartsWith("off by 1e-12, 1e-15 allowed: element 0 of 2 is "));
}

TEST(CompareElements, ACountIsKeptBesideTheOutcome) {
  const Validation right = compare_counting(counting(10, 3, 3));
  const Validation v = both(counted(right, {3, 10, "out of order"}), right);
  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.elements, 20U);
  EXPECT_EQ(describe(*v.count), "3 of 10 out of order");
}

TEST(CompareElements, FindsAnElementNeverWritten) {
  const Validation v = compare_counting(counting(1000, 999, poisoned()), 1e30);
  EXPECT_EQ(v.wrong, 1U);
  EXPECT_TRUE(std::isnan(v.max_error));
}

TEST(CompareElements, FindsInfinity) {
  EXPECT_FALSE(
      compare_counting(counting(10, 3, std::numeric_limits<float>::infinity()), 1e30).ok());
}

TEST(CompareElements, FindsAnElementWrittenThatShouldNotBe) {
  const auto untouched_beyond_zero = [](std::size_t i) -> Expected {
    return i == 0 ? exactly(0) : untouched();
  };
  EXPECT_TRUE(compare_floats({0, poisoned(), poisoned()}, untouched_beyond_zero).ok());
  const Validation v = compare_floats({0, poisoned(), 0}, untouched_beyond_zero);
  EXPECT_EQ(v.wrong, 1U);
  EXPECT_EQ(describe(v), "element 2 of 3 must not be written, and is 0; 1 wrong in all");
}

TEST(CompareElements, ReportsTheBoundOfTheLargestError) {
  const std::vector<float> got = {0.5F, 10};
  const Validation v =
      compare_floats(got, [](std::size_t i) { return i == 0 ? within(0, 1) : within(8, 3); });
  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.max_error, 2);
  EXPECT_EQ(v.bound, 3);
}

TEST(CompareElements, TakesIntegers) {
  const std::vector<std::uint32_t> got = {5, 0xffffffffU, 7};
  const auto of_got = [&](const auto& expected_at) {
    return compare_elements(std::span<const std::uint32_t>(got), expected_at);
  };
  EXPECT_EQ(of_got([](std::size_t i) { return exactly(static_cast<double>(5 + i)); }).wrong, 1U);
  EXPECT_TRUE(of_got([](std::size_t i) {
                return i == 1 ? untouched() : exactly(static_cast<double>(5 + i));
              }).ok());
}

TEST(Both, CountsOnThroughTheSecondOutput) {
  const Validation right = compare_counting(counting(10, 5, 5));
  const Validation wrong = compare_counting(counting(10, 5, 6));
  EXPECT_TRUE(both(right, right).ok());
  EXPECT_EQ(both(right, wrong).first_wrong, 15U);
  EXPECT_EQ(both(wrong, wrong).wrong, 2U);
  EXPECT_EQ(both(wrong, wrong).first_wrong, 5U);
  EXPECT_EQ(both(right, right).elements, 20U);
  Validation misplaced = wrong;
  misplaced.misplaced = Misplaced{5, 7};
  EXPECT_EQ(both(right, misplaced).misplaced, (Misplaced{15, 17}));
  EXPECT_EQ(both(misplaced, misplaced).misplaced, (Misplaced{5, 7}));
}

TEST(CompareElements, NothingIsRight) {
  const Validation v =
      compare_elements(std::span<const float>(), [](std::size_t) { return exactly(0); });
  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.elements, 0U);
}

}  // namespace
}  // namespace tilebridge
