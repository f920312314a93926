// SPDX-License-Identifier: Apache-2.0
#include "results/targets.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tilebridge {
namespace {

Counters counters_of(std::map<Counter, double> values) {
  Counters counters;
  counters.kernels = 1;
  counters.values = std::move(values);
  return counters;
}

/// "active warps 50 missed", one after the other.
std::string checked(std::map<Counter, double> values) {
  std::string text;
  for (const TargetCheck& check : check_targets(counters_of(std::move(values))))
    text += std::string(check.target.what) + " " + std::to_string(static_cast<int>(check.percent)) +
            (check.met() ? " met" : " missed") + ";";
  return text;
}

TEST(Targets, AreMetBeyondTheirBoundAndMissedAtIt) {
  EXPECT_EQ(checked({{Counter::memory_throughput_percent, 81}}), "memory throughput 81 met;");
  EXPECT_EQ(checked({{Counter::memory_throughput_percent, 80}}), "memory throughput 80 missed;");
  EXPECT_EQ(checked({{Counter::warps_active_percent, 50.5}}), "active warps 50 met;");
  EXPECT_EQ(checked({{Counter::warps_active_percent, 50}}), "active warps 50 missed;");
}

TEST(Targets, UnusedIsWhatNoLaneRequestsOfASector) {
  EXPECT_EQ(checked({{Counter::global_load_bytes_per_sector, 32}}), "loaded and not used 0 met;");
  EXPECT_EQ(checked({{Counter::global_load_bytes_per_sector, 4}}),
            "loaded and not used 87 missed;");
}

TEST(Targets, ConflictsAreAShareOfTheWavefronts) {
  EXPECT_EQ(checked({{Counter::shared_load_wavefronts, 10},
                     {Counter::shared_store_wavefronts, 10},
                     {Counter::shared_store_bank_conflicts, 0}}),
            "bank conflicts 0 met;");
  EXPECT_EQ(
      checked({{Counter::shared_load_wavefronts, 32}, {Counter::shared_load_bank_conflicts, 16}}),
      "bank conflicts 50 missed;");
}

TEST(Targets, WhatIsNotCountedIsNotChecked) {
  EXPECT_EQ(checked({}), "");
  EXPECT_EQ(checked({{Counter::shared_load_wavefronts, 0}}), "");
}

}  // namespace
}  // namespace tilebridge
