// SPDX-License-Identifier: Apache-2.0
// These tests need neither HIP nor a GPU of AMD's.
#include <gmock/gmock.h>

#include "backends/hip/launch_bounds.hpp"
#include "backends/hip/memory.hpp"
#include "hardware/occupancy.hpp"

namespace tilebridge::hip {
namespace {

using testing::HasSubstr;

// matmul/tile32, matmul/vector_tile, smooth/vector_direct: 8 wavefronts are the most of a SIMD.
TEST(HipLaunchBounds, BlocksBecomeWavefrontsOfASimd) {
  EXPECT_EQ(simd_wavefronts(256, 4), 4);  // the only block for which both numbers are the same
  EXPECT_EQ(simd_wavefronts(1024, 2), 8);
  EXPECT_EQ(simd_wavefronts(512, 4), 8);
  EXPECT_EQ(simd_wavefronts(128, 16), 8);
  EXPECT_EQ(simd_wavefronts(96, 1), 1);  // two wavefronts on two SIMDs
}

// The registers that the bound leaves are those with which so many blocks fit.
TEST(HipLaunchBounds, LeaveRoomForTheBlocks) {
  const Limits limits = *find_limits("gfx942");
  for (const int threads : {64, 128, 256, 512, 1024})
    for (int blocks = 1; blocks <= std::min(2048 / threads, 16); ++blocks) {
      const int waves = simd_wavefronts(threads, blocks);
      ASSERT_LE(waves, 8) << threads << " × " << blocks;
      const int registers = 512 / waves / 8 * 8;
      EXPECT_GE(occupancy(limits, {threads, registers, 0}).blocks, blocks)
          << threads << " × " << blocks;
    }
}

TEST(HipMemory, AFlushCoversTheInfinityCache) {
  EXPECT_EQ(last_cache_bytes("gfx942", 4 << 20), 256 << 20);
  EXPECT_EQ(last_cache_bytes("gfx90a", 8 << 20), 8 << 20);
  EXPECT_EQ(last_cache_bytes("gfx1100", 6 << 20), 6 << 20);
}

TEST(HipMemory, ManagedPagesNeedXnack) {
  EXPECT_THAT(managed_memory_text("gfx90a:sramecc+:xnack+"), HasSubstr("migrate on demand (XNACK"));
  EXPECT_THAT(managed_memory_text("gfx90a:sramecc+:xnack-"), HasSubstr("HSA_XNACK=1"));
  EXPECT_THAT(managed_memory_text("gfx1100"), HasSubstr("no XNACK"));
}

TEST(HipLaunchBounds, AskForNoMoreBlocksThanLdsHolds) {
  EXPECT_EQ(blocks_held(8, 4 << 10), 8);
  EXPECT_EQ(blocks_held(8, 16 << 10), 4);
  EXPECT_EQ(blocks_held(3, 32 << 10), 2);
  EXPECT_EQ(blocks_held(3, (32 << 10) + 1), 1);
  EXPECT_EQ(blocks_held(2, 100 << 10), 1);  // the launch fails, and says why
}

}  // namespace
}  // namespace tilebridge::hip
