// SPDX-License-Identifier: Apache-2.0
#include "judge/factors.hpp"

#include <gmock/gmock.h>

namespace tilebridge::judge {
namespace {

JudgedRatio around(double median, double error = 0) {
  return {{median, median - error, median + error}, Verdict::slower};
}

TEST(Factors, ThoseThatMovedAreNamed) {
  const Factors before = {around(0.6, 0.01), around(0.95, 0.005), around(0.9, 0.005), {}};
  EXPECT_TRUE(moved_factors(before, before).empty());
  Factors now = before;
  now.library = around(0.81, 0.005);
  const auto moved = moved_factors(before, now);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0].name, "library");
  EXPECT_DOUBLE_EQ(moved[0].change.median, 0.9);
  EXPECT_DOUBLE_EQ(moved[0].change.low, 0.805 / 0.905);
  now.library = around(0.9, 0.1);
  EXPECT_TRUE(moved_factors(before, now).empty()) << "its interval contains no change";
}

TEST(Factors, TheCompilerIsOneOfThem) {
  Factors before = {around(0.6), {}, around(0.9), {}};
  before.compiler = around(0.8);
  Factors now = before;
  now.compiler = around(0.7);
  const auto moved = moved_factors(before, now);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0].name, "compiler");
  now.compiler.reset();
  EXPECT_TRUE(moved_factors(before, now).empty()) << "one of the runs does not tell";
}

TEST(Factors, ALaunchThatOneRunLacksIsComparedWithTheLoopStyle) {
  const Factors two = {around(0.6), {}, around(0.9), {}};
  Factors three = {around(0.75), around(0.8), around(0.9), {}};
  EXPECT_TRUE(moved_factors(two, three).empty());
  three.launch = around(0.7);
  const auto moved = moved_factors(two, three);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0].name, "loop style and launch");
}

TEST(Factors, TheLibraryIsARangeWhereTheSpellingMatters) {
  const auto range = [](double library, std::optional<JudgedRatio> respelled) {
    return Factors{around(1), {}, around(library), respelled}.library_range();
  };
  EXPECT_FALSE(range(0.8, {}));
  EXPECT_FALSE(range(0.8, around(0.81)));
  EXPECT_EQ(range(0.8, around(0.7)), std::pair(0.7, 0.8));
  EXPECT_EQ(range(0.7, around(0.8)), std::pair(0.7, 0.8));
}

}  // namespace
}  // namespace tilebridge::judge
