// SPDX-License-Identifier: Apache-2.0
#include "access/warp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace tilebridge {
namespace {

/// Worked examples of 32 lanes each.
struct Example {
  const char* name;
  WarpAccess access;
  int segments;
  int sectors;
};

WarpAccess reversed() {
  WarpAccess access = strided(0, 4, 4);
  std::reverse(access.addresses.begin(), access.addresses.end());
  return access;
}

class Documents : public testing::TestWithParam<Example> {};

TEST_P(Documents, WorkedExample) {
  const Example& example = GetParam();
  EXPECT_EQ(segments(example.access), example.segments);
  EXPECT_EQ(sectors(example.access), example.sectors);
}

INSTANTIATE_TEST_SUITE_P(
    AccessModel, Documents,
    testing::Values(Example{"D2_2_2_contiguous", strided(0, 4, 4), 1, 4},
                    Example{"D2_3_2_stride_2", strided(0, 8, 4), 2, 8},
                    Example{"D2_2_2_stride_32", strided(0, 128, 4), 32, 32},
                    Example{"D2_4_1_misaligned_by_16_bytes", strided(16, 4, 4), 2, 5},
                    Example{"D1_2_3_misaligned_by_one_float", strided(4, 4, 4), 2, 5},
                    Example{"D2_4_2_char", strided(0, 1, 1), 1, 1},
                    Example{"D2_4_2_short", strided(0, 2, 2), 1, 2},
                    Example{"D2_4_2_double", strided(0, 8, 8), 2, 8},
                    Example{"D2_4_2_float4", strided(0, 16, 16), 4, 16},
                    Example{"D2_3_2_member_of_16_bytes", strided(0, 16, 4), 4, 16},
                    Example{"D2_6_1_member_of_24_bytes", strided(0, 24, 4), 6, 24},
                    Example{"D2_4_3_broadcast", strided(0, 0, 4), 1, 1},
                    Example{"D2_2_2_reversed", reversed(), 1, 4},
                    Example{"stride_8_is_a_sector_each", strided(0, 32, 4), 8, 32},
                    Example{"aligned_to_a_sector_only", strided(32, 4, 4), 2, 4},
                    Example{"half_a_warp", strided(0, 4, 4, 16), 1, 2},
                    Example{"one_lane", strided(64, 4, 4, 1), 1, 1}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(AccessModel, AMisalignedWarpTouchesTwoSegmentsButOnlyFiveSectors) {
  const WarpAccess access = strided(16, 4, 4);
  EXPECT_EQ(segments(access), 2);
  EXPECT_DOUBLE_EQ(use_of_sectors(access), 128.0 / 160);
}

TEST(AccessModel, MemoryMovesTwoSectorsForALoneWord) {
  const WarpAccess lone = strided(0, 128, 4);
  EXPECT_EQ(sectors(lone), 32);
  EXPECT_EQ(bursts(lone), 32);
  EXPECT_DOUBLE_EQ(use_of_sectors(lone), 1.0 / 8);
  EXPECT_DOUBLE_EQ(use_of_bursts(lone), 1.0 / 16);
  EXPECT_EQ(bursts(strided(0, 64, 4)), 32);  // a burst each
  EXPECT_EQ(bursts(strided(0, 32, 4)), 16);  // both sectors of each
  EXPECT_EQ(bursts(strided(32, 4, 4)), 3);   // begins with half of one
  EXPECT_DOUBLE_EQ(use_of_bursts(strided(0, 4, 4)), 1);
}

TEST(AccessModel, LanesThatTakeNoPartAskForNothing) {
  WarpAccess access = strided(0, 128, 4);
  for (std::size_t lane = 1; lane < 32; ++lane) access.addresses[lane] = inactive;
  EXPECT_EQ(access.active_lanes(), 1);
  EXPECT_EQ(access.bytes_asked(), 4);
  EXPECT_EQ(sectors(access), 1);
  access.addresses[0] = inactive;
  EXPECT_EQ(sectors(access), 0);
  EXPECT_EQ(use_of_sectors(access), 0);
  EXPECT_EQ(use_of_bursts(access), 0);
  EXPECT_EQ(conflict_degree(access), 0);
}

TEST(AccessModel, AWarpOf64AsksForTwoSegments) {
  EXPECT_EQ(segments(strided(0, 4, 4, 64)), 2);
  EXPECT_EQ(conflict_degree(strided(0, 4, 4, 64)), 1);  // half a warp a turn
  EXPECT_EQ(wavefronts(strided(0, 4, 4, 64)), 2);
}

/// The conflict degree of a stride in words is gcd(stride, 32).
class Stride : public testing::TestWithParam<int> {};

TEST_P(Stride, ConflictDegreeIsItsGcdWith32) {
  EXPECT_EQ(conflict_degree(strided(0, 4 * GetParam(), 4)), std::gcd(GetParam(), 32));
  EXPECT_EQ(conflict_degree(strided(4 * 7, 4 * GetParam(), 4)), std::gcd(GetParam(), 32));
}

INSTANTIATE_TEST_SUITE_P(AccessModel, Stride, testing::Range(1, 65));

TEST(AccessModel, OneWordForAllLanesIsABroadcast) {
  EXPECT_EQ(conflict_degree(strided(400, 0, 4)), 1);
  EXPECT_EQ(wavefronts(strided(400, 0, 4)), 1);
}

TEST(AccessModel, BytesOfOneWordDoNotConflict) {
  EXPECT_EQ(conflict_degree(strided(0, 1, 1)), 1);  // 8 words, 4 lanes each
  EXPECT_EQ(conflict_degree(strided(0, 128, 1)), 32);
}

TEST(AccessModel, AColumnOfAPaddedTileMeetsNoBankTwice) {
  EXPECT_EQ(conflict_degree(strided(0, 32 * 4, 4)), 32);  // float[32][32]
  EXPECT_EQ(conflict_degree(strided(0, 33 * 4, 4)), 1);   // float[32][33]
}

TEST(AccessModel, BanksServeWavefrontByWavefront) {
  using Banks = std::vector<std::vector<int>>;
  WarpAccess access = strided(0, 32 * 4, 4, 3);
  access.addresses.push_back(5 * 4);
  EXPECT_EQ(serving_banks(access), (Banks{{0, 5}, {0}, {0}}));
  EXPECT_EQ(serving_banks(strided(0, 8, 8)).size(), 2U);  // half a warp each
}

TEST(AccessModel, WideLoadsTakeTurns) {
  EXPECT_EQ(turns(strided(0, 8, 8)).size(), 2U);
  EXPECT_EQ(wavefronts(strided(0, 8, 8)), 2);  // by half warps, without conflict
  EXPECT_EQ(conflict_degree(strided(0, 8, 8)), 1);
  EXPECT_EQ(turns(strided(0, 16, 16)).size(), 4U);
  EXPECT_EQ(wavefronts(strided(0, 16, 16)), 4);
  EXPECT_EQ(conflict_degree(strided(0, 16, 8)), 2);  // every second pair of banks
  EXPECT_EQ(wavefronts(strided(0, 16, 8)), 4);
}

/// Lanes `group` apart in number ask for the same 16 bytes as lane 0, 1, …
WarpAccess shared_by(int neighbours) {
  WarpAccess access{{}, 16};
  for (int lane = 0; lane < 32; ++lane) access.addresses.push_back(16 * (lane / neighbours % 8));
  return access;
}

TEST(AccessModel, QuartersOfAHalfShareATurnWhereNeighboursAskAlike) {
  EXPECT_EQ(wavefronts(strided(0, 0, 16)), 2);  // all lanes one address: a turn for each half
  EXPECT_EQ(wavefronts(shared_by(2)), 2);       // pairs: 8 vectors a half, every bank once
  EXPECT_EQ(wavefronts(shared_by(1)), 4);       // the same vectors, but in the order of lanes
  WarpAccess crossed = shared_by(1);            // lane i as lane i xor 2
  for (int lane = 0; lane < 32; ++lane)
    crossed.addresses[static_cast<std::size_t>(lane)] = 16 * (lane % 2 + lane / 16 * 2);
  EXPECT_EQ(wavefronts(crossed), 2);
  EXPECT_EQ(wavefronts(strided(0, 0, 8)), 1);  // halves of a warp likewise
}

TEST(AccessModel, StructuresOf24BytesMeetHalfTheBanksTwice) {
  EXPECT_EQ(conflict_degree(strided(0, 24, 4)), 2);
}

}  // namespace
}  // namespace tilebridge
