// SPDX-License-Identifier: Apache-2.0
#include "results/counters.hpp"

#include <gmock/gmock.h>

#include <set>

namespace tilebridge {
namespace {

Counters kernel(std::map<Counter, double> values) { return {1, std::move(values)}; }

TEST(Counters, TheListIsInTheOrderOfTheEnumeration) {
  const auto infos = counter_infos();
  for (std::size_t i = 0; i < infos.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(infos[i].counter), i) << infos[i].name;
  EXPECT_EQ(infos.back().counter, Counter::timeline_host_waits);
}

TEST(Counters, CountsAddUpAndMeansAreWeighted) {
  const Counters both = combined({kernel({{Counter::duration_ns, 100},
                                          {Counter::global_load_sectors, 1},
                                          {Counter::global_load_bytes_per_sector, 32},
                                          {Counter::warps_active_percent, 50},
                                          {Counter::registers_per_thread, 16},
                                          {Counter::blocks_by_registers, 8},
                                          {Counter::instructions, 0},
                                          {Counter::stall_wait, 2}}),
                                  kernel({{Counter::duration_ns, 300},
                                          {Counter::global_load_sectors, 3},
                                          {Counter::global_load_bytes_per_sector, 4},
                                          {Counter::warps_active_percent, 70},
                                          {Counter::registers_per_thread, 40},
                                          {Counter::blocks_by_registers, 4},
                                          {Counter::instructions, 0},
                                          {Counter::stall_wait, 2}})});
  EXPECT_EQ(both.kernels, 2);
  EXPECT_EQ(both.of(Counter::duration_ns), 400);
  EXPECT_EQ(both.of(Counter::global_load_bytes_per_sector), 11);
  EXPECT_EQ(both.of(Counter::warps_active_percent), 65);
  EXPECT_EQ(both.of(Counter::registers_per_thread), 40);
  EXPECT_EQ(both.of(Counter::blocks_by_registers), 4);
  EXPECT_FALSE(both.of(Counter::stall_wait));  // a mean over no instruction
  EXPECT_FALSE(both.of(Counter::l1_sectors));
}

TEST(Counters, ARatioNeedsBoth) {
  const Counters one = kernel({{Counter::l1_sectors, 8}, {Counter::l1_hit_sectors, 2}});
  EXPECT_EQ(one.ratio(Counter::l1_hit_sectors, Counter::l1_sectors), 0.25);
  EXPECT_FALSE(one.ratio(Counter::l2_hit_sectors, Counter::l1_sectors));
  EXPECT_FALSE(one.ratio(Counter::l1_sectors, Counter::l2_sectors));
  EXPECT_FALSE(kernel({{Counter::l1_sectors, 0}, {Counter::l1_hit_sectors, 0}})
                   .ratio(Counter::l1_hit_sectors, Counter::l1_sectors));
}

TEST(Counters, NamesAndMetricsStandForOneCounterEach) {
  std::set<std::string_view> names;
  std::set<std::string_view> metrics;
  for (const CounterInfo& info : counter_infos()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_TRUE(info.metric.empty() || metrics.insert(info.metric).second) << info.metric;
  }
}

TEST(Counters, WhatSomeKernelsLackIsOfTheOthers) {
  const Counters all = combined(
      {kernel({{Counter::l1_sectors, 8}}), kernel({}), kernel({{Counter::l1_sectors, 2}})});
  EXPECT_EQ(all.kernels, 3);
  EXPECT_EQ(all.of(Counter::l1_sectors), 10);
}

TEST(Counters, AMeanLeavesOutKernelsWithoutItsWeight) {
  const Counters both = combined({kernel({{Counter::stall_wait, 2}, {Counter::instructions, 10}}),
                                  kernel({{Counter::stall_wait, 50}})});
  EXPECT_EQ(both.of(Counter::stall_wait), 2);
}

TEST(Counters, CombinedOnesCombineAgain) {
  const Counters two = combined({kernel({}), kernel({})});
  EXPECT_EQ(combined({two, kernel({})}).kernels, 3);
}

TEST(Counters, AreAveragedOverTheLaunchesThatHaveThem) {
  const Counters one = averaged({kernel({{Counter::l1_sectors, 8}, {Counter::block_threads, 64}}),
                                 kernel({{Counter::block_threads, 32}}),
                                 kernel({{Counter::l1_sectors, 2}, {Counter::stall_wait, 4}})});
  EXPECT_EQ(one.of(Counter::l1_sectors), 5);
  EXPECT_EQ(one.of(Counter::block_threads), 64);
  EXPECT_EQ(one.of(Counter::stall_wait), 4);  // the instructions, its weight, were not counted
  EXPECT_EQ(averaged({kernel({{Counter::stall_wait, 2}, {Counter::instructions, 10}}),
                      kernel({{Counter::stall_wait, 50}})})
                .of(Counter::stall_wait),
            2);
}

TEST(Counters, OfNoKernelsThereAreNone) {
  const Counters none = combined({});
  EXPECT_EQ(none.kernels, 0);
  EXPECT_THAT(none.values, testing::IsEmpty());
}

}  // namespace
}  // namespace tilebridge
