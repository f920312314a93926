// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "results/prediction.hpp"

namespace tilebridge {
namespace {

KernelResult profiled() {
  KernelResult result;
  result.prediction = Prediction{};
  Traffic& traffic = result.prediction->traffic;
  traffic.load = {100, 800, 12800};
  traffic.shared_load = {100, 200};
  result.counters = Counters{1,
                             {{Counter::global_load_sectors, 801},
                              {Counter::global_store_sectors, 0},
                              {Counter::shared_load_instructions, 50},
                              {Counter::shared_load_wavefronts, 100}}};
  return result;
}

TEST(CheckCounts, HoldsEveryCountThatThereIsAgainstThePrediction) {
  const std::vector<CountCheck> checks = check_counts(profiled());
  ASSERT_EQ(checks.size(), 3U);  // no shared stores were counted
  EXPECT_EQ(checks[0].what, "load sectors");
  EXPECT_EQ(checks[0].predicted, 800);
  EXPECT_EQ(checks[0].counted, 801);
  EXPECT_FALSE(checks[0].equal());
  EXPECT_TRUE(checks[1].equal());
  EXPECT_TRUE(checks[2].equal());  // two wavefronts an instruction
}

TEST(CheckCounts, LeavesOutWhatWasNotCountedWhole) {
  KernelResult drawn = profiled();
  drawn.prediction->traffic.exact = false;
  EXPECT_TRUE(check_counts(drawn).empty());
  KernelResult uncounted = profiled();
  uncounted.counters.reset();
  EXPECT_TRUE(check_counts(uncounted).empty());
}

TEST(CheckCounts, NeedsAPrediction) {
  KernelResult unpredicted = profiled();
  unpredicted.prediction.reset();
  EXPECT_TRUE(check_counts(unpredicted).empty());
}

TEST(CheckCounts, WhatTheModelExpectsAndNothingCountedIsNoCheck) {
  KernelResult result = profiled();
  result.counters = Counters{1,
                             {{Counter::shared_load_instructions, 0},
                              {Counter::shared_load_wavefronts, 0},
                              {Counter::shared_store_wavefronts, 8}}};
  EXPECT_TRUE(check_counts(result).empty());
}

}  // namespace
}  // namespace tilebridge
