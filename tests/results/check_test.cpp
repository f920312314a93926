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
  EXPECT_FALSE(checks[0].agrees());
  EXPECT_TRUE(checks[1].agrees());
  EXPECT_TRUE(checks[2].agrees());  // two wavefronts an instruction
}

/// One float of every 128 bytes: 10,000 sectors, each in a burst of its own.
KernelResult read_from_memory(double bytes) {
  KernelResult result;
  result.prediction = Prediction{};
  result.prediction->traffic.arrays = {{"in", {10'000, 0, 10'000, 10'000}}};
  result.counters = Counters{1, {{Counter::dram_bytes_read, bytes}}};
  return result;
}

constexpr CacheState cold = {true, 50e6};

TEST(CheckCounts, MemoryReadsEachBurstAndTheKernelsCode) {
  const std::vector<CountCheck> checks = check_counts(read_from_memory(640'000 + 3136), cold);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].what, "bytes read from memory");
  EXPECT_EQ(checks[0].predicted, 640'000);
  EXPECT_TRUE(checks[0].agrees());
  EXPECT_FALSE(check_counts(read_from_memory(320'000 + 3136), cold)[0].agrees());  // lone sectors
  EXPECT_FALSE(check_counts(read_from_memory(1'280'000), cold)[0].agrees());       // whole lines
}

TEST(CheckCounts, KnowsNothingOfMemoryWhereCachesHaveData) {
  const KernelResult result = read_from_memory(640'000);
  EXPECT_TRUE(check_counts(result).empty());
  EXPECT_TRUE(check_counts(result, {false, 50e6}).empty());
  EXPECT_TRUE(check_counts(result, {true, 600'000}).empty());  // L2 has no room for all of it
  KernelResult small = read_from_memory(2'000);
  small.prediction->traffic.arrays = {{"in", {10, 0, 10, 10}}};  // less than the kernel's code
  EXPECT_TRUE(check_counts(small, cold).empty());
  KernelResult stored_too = result;
  stored_too.prediction->traffic.arrays.at("in").stored = 1;
  EXPECT_TRUE(check_counts(stored_too, cold).empty());
  KernelResult of_an_older_file = result;
  of_an_older_file.prediction->traffic.arrays = {{"in", {10'000, 0}}};
  EXPECT_TRUE(check_counts(of_an_older_file, cold).empty());
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
