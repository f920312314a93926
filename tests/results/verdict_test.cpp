// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "results/statistics.hpp"

namespace tilebridge {
namespace {

Verdict verdict(double low, double high) { return verdict_of({(low + high) / 2, low, high}, 0.05); }

TEST(Judge, NeedsTheWholeIntervalOnOneSide) {
  EXPECT_EQ(verdict(0.97, 1.03), Verdict::parity);
  EXPECT_EQ(verdict(0.80, 0.90), Verdict::slower);
  EXPECT_EQ(verdict(1.10, 1.20), Verdict::faster);
  EXPECT_EQ(verdict(0.94, 0.96), Verdict::undecided);
  EXPECT_EQ(verdict(1.04, 1.06), Verdict::undecided);
  EXPECT_EQ(verdict(0.50, 1.50), Verdict::undecided);
}

TEST(Judge, TheBandIsTheCallers) {
  const Interval ratio = {0.97, 0.96, 0.98};
  EXPECT_EQ(verdict_of(ratio, 0.05), Verdict::parity);
  EXPECT_EQ(verdict_of(ratio, 0.01), Verdict::slower);
}

TEST(Judge, TheEdgesOfTheBandBelongToParity) {
  EXPECT_EQ(verdict_of({1, 0.5, 1.5}, 0.5), Verdict::parity);
  EXPECT_EQ(verdict_of({0.5, 0.5, 0.5}, 0.5), Verdict::parity);
  EXPECT_EQ(verdict_of({1.5, 1.5, 1.5}, 0.5), Verdict::parity);
}

TEST(Verdict, HasAName) {
  EXPECT_EQ(name_of(Verdict::parity), "parity");
  EXPECT_EQ(name_of(Verdict::slower), "slower");
  EXPECT_EQ(name_of(Verdict::faster), "faster");
  EXPECT_EQ(name_of(Verdict::undecided), "undecided");
}

}  // namespace
}  // namespace tilebridge
