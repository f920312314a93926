// SPDX-License-Identifier: Apache-2.0
#include "run/length.hpp"

#include <gtest/gtest.h>

namespace tilebridge::run {
namespace {

TEST(LengthOfARun, IsSaidInMinutesOrSeconds) {
  EXPECT_EQ(longest_text(1414, 0.15, Preset::full, Platform::cuda), ", up to about 6 min");
  EXPECT_EQ(longest_text(824, 0.05, Preset::quick, Platform::cuda), ", up to about 82 s");
}

TEST(LengthOfARun, GrowsWithCasesAndBudget) {
  EXPECT_EQ(longest_text(2828, 0.15, Preset::full, Platform::cuda), ", up to about 13 min");
  EXPECT_EQ(longest_text(1414, 0.45, Preset::full, Platform::cuda), ", up to about 13 min");
}

TEST(LengthOfARun, IsNotSaidOfShortOnes) {
  EXPECT_EQ(longest_text(10, 0.05, Preset::quick, Platform::cuda), "");
  EXPECT_EQ(longest_text(0, 1, Preset::full, Platform::cuda), "");
}

TEST(LengthOfARun, IsNotSaidWhereNoneIsKnown) {
  EXPECT_EQ(longest_text(1000, 1, Preset::full, Platform::host), "");
  EXPECT_NE(longest_text(1000, 1, Preset::quick, Platform::host), "");
}

}  // namespace
}  // namespace tilebridge::run
