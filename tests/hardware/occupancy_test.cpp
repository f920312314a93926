// SPDX-License-Identifier: Apache-2.0
// Worked by hand: registers are given to a warp in units of 256 from one of four partitions of
// 16384, shared memory to a block in units of 128 bytes and with 1024 reserved, unless noted.
#include "hardware/occupancy.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::EndsWith;

constexpr std::int64_t KiB = 1024;

Occupancy on(const char* arch, const Footprint& block) {
  return occupancy(*find_limits(arch), block);
}

std::optional<int> allowed(const Occupancy& o, Resource resource) {
  for (const Allowance& allowance : o.allowances)
    if (allowance.resource == resource) return allowance.blocks;
  ADD_FAILURE() << "no " << words_for(resource);
  return std::nullopt;
}

// 64 / 1 = 64 by warps; 512 a warp, 4 · 32 = 128 by registers; 228 by the reserved KiB alone.
TEST(Occupancy, SmallBlocksAreLimitedByTheirNumber) {
  const Occupancy o = on("9.0", {32, 16, 0});
  EXPECT_EQ(o.blocks, 32);
  EXPECT_EQ(o.warps, 32);
  EXPECT_THAT(o.share, DoubleEq(0.5));
  EXPECT_THAT(o.limiters, ElementsAre(Resource::blocks));
  EXPECT_EQ(allowed(o, Resource::warps), 64);
  EXPECT_EQ(allowed(o, Resource::registers), 128);
  EXPECT_EQ(allowed(o, Resource::shared_memory), 228);
}

// 768 a warp: 21 fit a partition, 84 warps, 10 blocks of 8; but there is room for 64 warps.
TEST(Occupancy, ThriftyBlocksAreLimitedByWarps) {
  const Occupancy o = on("9.0", {256, 24, 0});
  EXPECT_EQ(o.blocks, 8);
  EXPECT_THAT(o.share, DoubleEq(1));
  EXPECT_THAT(o.limiters, ElementsAre(Resource::warps));
  EXPECT_EQ(allowed(o, Resource::registers), 10);
}

// 2048 a warp: 8 fit a partition, 32 warps, 4 blocks of 8.
TEST(Occupancy, GreedyThreadsAreLimitedByRegisters) {
  const Occupancy o = on("9.0", {256, 64, 0});
  EXPECT_EQ(o.blocks, 4);
  EXPECT_THAT(o.limiters, ElementsAre(Resource::registers));
}

// 228 / (64 + 1) = 3.
TEST(Occupancy, LargeTilesAreLimitedBySharedMemory) {
  const Occupancy o = on("9.0", {256, 32, 64 * KiB});
  EXPECT_EQ(o.blocks, 3);
  EXPECT_EQ(o.warps, 24);
  EXPECT_THAT(o.limiters, ElementsAre(Resource::shared_memory));
}

// 64 / 8 = 8 by warps; 1024 a warp, 64 warps, 8 by registers.
TEST(Occupancy, TwoLimitsCanMeet) {
  EXPECT_THAT(on("9.0", {256, 32, 0}).limiters, ElementsAre(Resource::warps, Resource::registers));
}

// min(32, 2048 / 256, 228 / 32, 65536 / (256 · 32)) = 7 leaves out the reserved KiB: 228 / 33 = 6.
TEST(Occupancy, TheDocumentsFormulaIsOneBlockTooMany) {
  EXPECT_EQ(on("9.0", {256, 32, 32 * KiB}).blocks, 6);
}

// 33 · 32 = 1056, given as 1280; 12 fit a partition, 48 warps, 16 blocks of 3. Of the register file
// as a whole there would be 51 warps and 17 blocks, without rounding 62 and 20.
TEST(Occupancy, RegistersAreRoundedPerWarpAndWarpsPerPartition) {
  const Occupancy o = on("9.0", {96, 33, 0});
  EXPECT_EQ(o.blocks, 16);
  EXPECT_THAT(o.limiters, ElementsAre(Resource::registers));
}

TEST(Occupancy, ABlockHasWholeWarps) {
  EXPECT_EQ(on("9.0", {97, 24, 0}).blocks, 16);  // as 128 threads: 64 / 4
  EXPECT_EQ(on("9.0", {97, 24, 0}).warps, 64);
}

// 1 + 1024 bytes are given as 1152, and 1 byte without a reserve, on 7.0, as 256.
TEST(Occupancy, SharedMemoryIsRoundedAfterTheReserve) {
  EXPECT_EQ(allowed(on("9.0", {32, 16, 1}), Resource::shared_memory), 228 * KiB / 1152);
  EXPECT_EQ(allowed(on("9.0", {32, 16, 0}), Resource::shared_memory), 228);
  EXPECT_EQ(allowed(on("7.0", {32, 16, 1}), Resource::shared_memory), 384);
}

TEST(Occupancy, WhatIsNotUsedDoesNotLimit) {
  EXPECT_EQ(allowed(on("7.0", {32, 16, 0}), Resource::shared_memory), std::nullopt);
  EXPECT_EQ(allowed(on("7.0", {32, 0, 0}), Resource::registers), std::nullopt);
  EXPECT_EQ(on("7.0", {32, 0, 0}).blocks, 32);
}

TEST(Occupancy, AMultiprocessorOf1536ThreadsHoldsOneBlockOf1024) {
  const Occupancy o = on("8.6", {1024, 16, 0});
  EXPECT_EQ(o.blocks, 1);
  EXPECT_THAT(o.share, DoubleEq(2.0 / 3));
}

TEST(Occupancy, ABlockOverALimitIsRefused) {
  EXPECT_EQ(on("9.0", {1025, 16, 0}).refusal, "over 1024 threads per block");
  EXPECT_EQ(on("9.0", {32, 256, 0}).refusal, "over 255 registers per thread");
  EXPECT_EQ(on("9.0", {1024, 72, 0}).refusal, "over 65536 registers per block");  // 32 · 2304
  EXPECT_EQ(on("9.0", {32, 16, 227 * KiB + 1}).refusal, "over 232448 shared bytes per block");
  const Occupancy o = on("9.0", {32, 256, 0});
  EXPECT_EQ(o.blocks, 0);
  EXPECT_EQ(o.share, 0);
  EXPECT_THAT(o.limiters, ElementsAre(Resource::registers));
}

// dim3(32, 32, 2) and float[100000].
TEST(Occupancy, TooManyThreadsAndTooLargeArraysAreRefusedEverywhere) {
  const Footprint two_thousand_threads = {32 * 32 * 2, 16, 0};
  const Footprint huge_array = {256, 16, 100'000 * 4};
  for (const Limits& limits : known_limits()) {
    const std::string arch = arch_name(limits);
    EXPECT_THAT(occupancy(limits, two_thousand_threads).refusal, EndsWith("threads per block"))
        << arch;
    EXPECT_THAT(occupancy(limits, huge_array).refusal, EndsWith("shared bytes per block")) << arch;
  }
  EXPECT_EQ(on("9.0", two_thousand_threads).refusal, "over 1024 threads per block");
  EXPECT_EQ(on("9.0", huge_array).refusal, "over 232448 shared bytes per block");
  EXPECT_EQ(on("9.0", {32 * 32, 16, 0}).refusal, "");
}

// All 48 KiB are granted, too. Holding a tenth back gains a block where 5 · (44236 + 1024),
// rounded, are below 228 KiB, and none where there is less.
TEST(Occupancy, ATenthOfTheSharedMemoryHeldBack) {
  const Footprint all = {256, 32, 48 * KiB};
  const Footprint nine_tenths = {256, 32, 48 * KiB * 9 / 10};
  EXPECT_EQ(on("9.0", nine_tenths).blocks, 5);
  EXPECT_EQ(on("9.0", all).blocks, 4);
  for (const Limits& limits : known_limits()) {
    if (limits.shared_bytes_per_block < all.shared_bytes) continue;
    EXPECT_EQ(occupancy(limits, all).refusal, "") << arch_name(limits);
    const int gained = occupancy(limits, nine_tenths).blocks - occupancy(limits, all).blocks;
    EXPECT_EQ(gained, limits.shared_bytes == 228 * KiB ? 1 : 0) << arch_name(limits);
  }
}

// A SIMD has 512 registers for each lane, allocated 8 at a time.
TEST(Occupancy, OfAComputeUnitIsLimitedByTheRegistersOfASimd) {
  EXPECT_EQ(on("gfx90a", {256, 64, 0}).blocks, 8);  // 8 waves on each SIMD
  EXPECT_EQ(on("gfx90a", {256, 65, 0}).blocks, 7);  // 72: 7 waves
  EXPECT_EQ(on("gfx90a", {256, 128, 0}).blocks, 4);
  EXPECT_EQ(on("gfx90a", {256, 512, 0}).blocks, 1);
  EXPECT_EQ(on("gfx90a", {1024, 128, 0}).blocks, 1);
  EXPECT_EQ(on("gfx90a", {1024, 129, 0}).refusal, "over 131072 registers per block");
  EXPECT_EQ(on("gfx90a", {64, 513, 0}).refusal, "over 512 registers per thread");
}

TEST(Occupancy, OfAComputeUnitHasFewerBlocksThatWait) {
  EXPECT_EQ(on("gfx942", {64, 32, 0}).blocks, 32);
  EXPECT_EQ(on("gfx942", {128, 32, 0}).blocks, 16);  // two waves each, and a barrier
  EXPECT_EQ(on("gfx942", {256, 32, 16 * KiB}).blocks, 4);
  EXPECT_EQ(on("gfx942", {256, 32, 64 * KiB + 1}).refusal, "over 65536 shared bytes per block");
  EXPECT_THAT(on("gfx942", {1024, 32, 33 * KiB}).share, DoubleEq(0.5));
}

TEST(Occupancy, ABlockAtEveryLimitIsNot) {
  EXPECT_EQ(on("9.0", {1024, 64, 227 * KiB}).blocks, 1);
  EXPECT_EQ(on("9.0", {256, 255, 0}).blocks, 1);
  EXPECT_EQ(on("9.0", {256, 255, 0}).refusal, "");
}

// 11 warps of 5632 are 61952 registers; but 12, as four partitions would take, 67584.
TEST(Occupancy, ALaunchIsCheckedAsIfItFilledEveryPartition) {
  EXPECT_EQ(on("9.0", {352, 176, 0}).refusal, "over 65536 registers per block");
  EXPECT_EQ(on("9.0", {352, 168, 0}).blocks, 1);  // 12 · 5376 = 64512
}

// 3328 a warp: 4 fit a partition of 16384, 16 warps; but 9 one of 32768, 18 warps.
TEST(Occupancy, OfTwoPartitionsLessIsLostThanOfFour) {
  EXPECT_EQ(on("6.1", {96, 104, 0}).blocks, 5);
  EXPECT_EQ(on("6.0", {96, 104, 0}).blocks, 6);
}

// Ten warps of 5632 fit two partitions of 32768; twelve, for four of them, are too many.
TEST(Occupancy, WhatFour16KPartitionsRefuseTwo32KOnesRefuseToo) {
  EXPECT_EQ(on("6.0", {320, 176, 0}).refusal, "over 65536 registers per block");
}

}  // namespace
}  // namespace tilebridge
