// SPDX-License-Identifier: Apache-2.0
#include "hardware/limits.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

constexpr int Ki = 1024;

TEST(Limits, AnArchitectureHasThreeSpellings) {
  for (const char* arch : {"sm_90", "9.0", "90"}) {
    const auto limits = find_limits(arch);
    ASSERT_TRUE(limits) << arch;
    EXPECT_EQ(arch_name(*limits), "sm_90");
  }
  EXPECT_EQ(find_limits("10.3")->major, 10);
  EXPECT_EQ(find_limits("103")->minor, 3);
  EXPECT_EQ(find_limits("5.0")->major, 5);
}

TEST(Limits, WhatIsNotKnownHasNone) {
  for (const char* arch : {"", "sm_", "sm_99", "9", "sm_90 ", "sm90", "9.00", "0", "-90", "3.5"})
    EXPECT_FALSE(find_limits(arch)) << arch;
}

TEST(Limits, OfAnH100AreThoseOfTheProgrammingGuide) {
  const Limits h100 = *find_limits("9.0");
  EXPECT_EQ(h100.blocks, 32);
  EXPECT_EQ(h100.warps, 64);
  EXPECT_EQ(h100.registers, 64 * Ki);
  EXPECT_EQ(h100.shared_bytes, 228 * Ki);
  EXPECT_EQ(h100.threads_per_block, 1024);
  EXPECT_EQ(h100.shared_bytes_per_block, 48 * Ki);
  EXPECT_EQ(h100.shared_bytes_opt_in, 227 * Ki);
  EXPECT_EQ(h100.registers_per_thread, 255);
}

TEST(Limits, TheLargestBlockFitsWithWhatTheSystemReserves) {
  for (const Limits& l : known_limits()) {
    const std::string arch = arch_name(l);
    EXPECT_LE(l.shared_bytes_opt_in + l.unit.reserved_bytes, l.shared_bytes) << arch;
    EXPECT_LE(l.shared_bytes_per_block, l.shared_bytes_opt_in) << arch;
    EXPECT_LE(l.threads_per_block, l.warps * threads_per_warp) << arch;
    EXPECT_LE(l.registers_per_block, l.registers) << arch;
    EXPECT_EQ(l.registers % (l.unit.partitions * register_unit), 0) << arch;
    EXPECT_EQ(l.shared_bytes % l.unit.shared_bytes, 0) << arch;
  }
}

TEST(Limits, OfAnMI300AreThoseOfAComputeUnit) {
  const Limits mi300 = *find_limits("gfx942:sramecc+:xnack-");  // as HIP reports it
  EXPECT_EQ(arch_name(mi300), "gfx942");
  EXPECT_EQ(mi300.warp, 64);
  EXPECT_EQ(mi300.warps, 32);  // 2048 threads
  EXPECT_EQ(mi300.shared_bytes, 64 * Ki);
  EXPECT_EQ(mi300.registers_per_thread, 512);
  EXPECT_EQ(arch_name(*find_limits("gfx90a")), "gfx90a");
  EXPECT_FALSE(find_limits("gfx1100"));
  EXPECT_FALSE(find_limits("gfx9"));
}

TEST(Limits, EveryRowStandsOnce) {
  std::vector<std::string> names;
  for (const Limits& l : known_limits()) {
    EXPECT_THAT(names, testing::Not(testing::Contains(arch_name(l))));
    names.push_back(arch_name(l));
  }
  EXPECT_THAT(names,
              testing::IsSupersetOf({"sm_50", "sm_53", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86",
                                     "sm_89", "sm_90", "sm_100", "sm_120", "sm_121"}));
}

}  // namespace
}  // namespace tilebridge
