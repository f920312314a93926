// SPDX-License-Identifier: Apache-2.0
#include "results/prediction.hpp"

#include <gtest/gtest.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

constexpr double sectors = 1e6;  // 32 MB

class PredictionTest : public testing::Test {
 protected:
  double seconds() const { return predicted_seconds(traffic_, arrays_, ceilings_, device_); }

  Traffic traffic_{{}, {}, {}, {}, {}, {}, {{"in", {sectors, 0}}, {"out", {0, sectors}}}, 0, true};
  std::vector<ArraySpec> arrays_ = {uniform_input("in", 8'000'000),
                                    output<float>("out", 8'000'000)};
  Ceilings ceilings_{4e12, 4e12, 3.2e12, 0, 0, 0, 6.4e12};
  OnChip device_{1e6, 200e9};
};

TEST_F(PredictionTest, MemoryLimitsACopy) { EXPECT_DOUBLE_EQ(seconds(), 64e6 / 3.2e12); }

TEST_F(PredictionTest, ReadsAloneGoAtTheReadRate) {
  traffic_.arrays.erase("out");
  EXPECT_DOUBLE_EQ(seconds(), 32e6 / 4e12);
}

TEST_F(PredictionTest, WhatFitsIntoL2CrossesFromMemoryOnce) {
  device_.cache_bytes = 60e6;
  traffic_.arrays = {{"in", {16 * sectors, 0}}, {"out", {0, sectors}}};
  EXPECT_DOUBLE_EQ(seconds(), 17 * 32e6 / 6.4e12);  // and L2 is what limits
  device_.cache_bytes = 0;
  EXPECT_DOUBLE_EQ(seconds(), 2 * 32e6 / 3.2e12 + 15 * 32e6 / 4e12);
}

TEST_F(PredictionTest, ReadsOfLoneSectorsTakeWholeBursts) {
  traffic_.arrays = {{"in", {sectors, 0, 100, 100}}, {"out", {0, sectors}}};
  EXPECT_DOUBLE_EQ(seconds(), 64e6 / 3.2e12 + 32e6 / 4e12);  // 64 read, 32 written
  traffic_.arrays = {{"in", {sectors, 0, 100, 50}}, {"out", {0, sectors}}};
  EXPECT_DOUBLE_EQ(seconds(), 64e6 / 3.2e12);
}

TEST_F(PredictionTest, NoMoreThanAnArrayInL2IsRead) {
  device_.cache_bytes = 60e6;
  traffic_.arrays = {{"in", {sectors, 0, 100, 100}}};  // half of the sectors would do: 32 MB
  EXPECT_DOUBLE_EQ(seconds(), 32e6 / 4e12);
}

TEST_F(PredictionTest, PassesThroughL1Limit) {
  traffic_.l1_passes = 1e9;
  EXPECT_DOUBLE_EQ(seconds(), 1e9 / 200e9);
}

TEST_F(PredictionTest, UnknownRatesPredictNothing) {
  ceilings_.l2_bytes_per_s = 0;
  EXPECT_EQ(seconds(), 0);
  ceilings_ = {0, 0, 0, 0, 0, 0, 6.4e12};
  EXPECT_EQ(seconds(), 0);
}

TEST_F(PredictionTest, AnUnknownClockPredictsNothingOfL1) {
  device_.l1_passes_per_s = 0;
  EXPECT_DOUBLE_EQ(seconds(), 64e6 / 3.2e12);
  traffic_.l1_passes = 1;
  EXPECT_EQ(seconds(), 0);
}

TEST_F(PredictionTest, NoTrafficTakesNoTime) {
  traffic_.arrays.clear();
  EXPECT_EQ(seconds(), 0);
}

}  // namespace
}  // namespace tilebridge
