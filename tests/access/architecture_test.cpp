// SPDX-License-Identifier: Apache-2.0
// These tests have one access on a warp of 32 and on a wavefront of 64.
#include "access/architecture.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "access/warp.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;

const Architecture& gfx90a() { return *find_architecture("gfx90a"); }
const Architecture& gfx942() { return *find_architecture("gfx942"); }

WarpAccess loads(std::int64_t stride, int bytes) { return strided(0, stride, bytes, 64); }
WarpAccess stores(std::int64_t stride, int bytes) {
  WarpAccess access = loads(stride, bytes);
  access.operation = Operation::store;
  return access;
}

TEST(Architecture, IsFoundByItsName) {
  EXPECT_EQ(find_architecture("gfx942")->lanes, 64);
  EXPECT_EQ(find_architecture("sm_89")->lanes, 32);
  EXPECT_EQ(find_architecture("sm_120"), &nvidia());  // counted alike
  EXPECT_EQ(find_architecture("gfx1100"), nullptr);   // waves of 32, other caches
  EXPECT_EQ(find_architecture("90"), nullptr);
}

TEST(Architecture, EveryPhaseHasEachLaneOnce) {
  for (const char* name : {"sm_90", "gfx90a", "gfx942"})
    for (const int bytes : {1, 2, 4, 8, 16})
      for (const Operation operation : {Operation::load, Operation::store, Operation::atomic}) {
        const Architecture& on = *find_architecture(name);
        std::vector<int> lanes;
        for (const auto& phase : on.phases(bytes, operation)) {
          EXPECT_LE(static_cast<int>(phase.size()) * std::max(bytes, bank_bytes),
                    banks * bank_bytes);
          lanes.insert(lanes.end(), phase.begin(), phase.end());
        }
        std::ranges::sort(lanes);
        ASSERT_EQ(lanes.size(), static_cast<std::size_t>(on.lanes)) << name << ' ' << bytes;
        for (int lane = 0; lane < on.lanes; ++lane)
          EXPECT_EQ(lanes[static_cast<std::size_t>(lane)], lane) << name << ' ' << bytes;
      }
}

TEST(Architecture, AWavefrontInOrderTouchesWholeLines) {
  EXPECT_EQ(segments(loads(4, 4), gfx90a()), 4);
  EXPECT_EQ(segments(loads(4, 4), gfx942()), 2);
  EXPECT_EQ(sectors(loads(4, 4), gfx942()), 2);  // no smaller unit moves
  EXPECT_DOUBLE_EQ(use_of_sectors(loads(4, 4), gfx942()), 1);
  EXPECT_EQ(bursts(loads(4, 4), gfx942()), 2);  // taken: a line, as no document says it
}

// A float of every 32 bytes is a whole sector on NVIDIA's GPUs, and a quarter of a line of 128.
TEST(Architecture, AStrideCostsWholeLines) {
  EXPECT_EQ(sectors(loads(32, 4), gfx942()), 16);
  EXPECT_DOUBLE_EQ(use_of_sectors(loads(32, 4), gfx942()), 1.0 / 8);
  EXPECT_EQ(sectors(loads(128, 4), gfx90a()), 64);
  EXPECT_DOUBLE_EQ(use_of_sectors(loads(128, 4), gfx90a()), 1.0 / 16);
}

TEST(Architecture, AWavefrontsWordsTakeTwoPasses) {
  EXPECT_EQ(wavefronts(loads(4, 4), gfx942()), 2);
  EXPECT_EQ(conflict_degree(loads(4, 4), gfx942()), 1);
  EXPECT_EQ(conflict_degree(loads(2 * 4, 4), gfx942()), 2);
  EXPECT_EQ(conflict_degree(loads(32 * 4, 4), gfx942()), 32);  // float[64][32]: a column
  EXPECT_EQ(conflict_degree(loads(33 * 4, 4), gfx942()), 1);
  EXPECT_EQ(wavefronts(loads(0, 4), gfx942()), 2);  // one word: a pass for each half
}

TEST(Architecture, WideAccessesTakeAPassFor128Bytes) {
  EXPECT_EQ(wavefronts(loads(8, 8), gfx942()), 4);
  EXPECT_EQ(wavefronts(loads(16, 16), gfx942()), 8);
  EXPECT_EQ(wavefronts(stores(16, 16), gfx90a()), 8);
  EXPECT_EQ(wavefronts(loads(0, 16), gfx942()), 8);  // nothing is merged
}

// Lanes 0 to 3 and 20 to 23 are served together when they load, 0 to 7 when they store.
TEST(Architecture, Loads16BytesInOtherGroupsThanItStores) {
  EXPECT_THAT(gfx942().phases(16, Operation::load).front(),
              ElementsAre(0, 1, 2, 3, 20, 21, 22, 23));
  EXPECT_THAT(gfx942().phases(16, Operation::load).back(),
              ElementsAre(44, 45, 46, 47, 56, 57, 58, 59));
  EXPECT_THAT(gfx942().phases(16, Operation::store).front(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));

  // Lanes in fours, one vector of the same banks in each other four: free where a phase stores.
  WarpAccess access{{}, 16};
  for (int lane = 0; lane < 64; ++lane)
    access.addresses.push_back(16 * (lane % 4 + (lane / 16 % 2 + lane / 4) % 2 * 4) +
                               std::int64_t{lane / 4} * 128);
  EXPECT_EQ(conflict_degree(access, gfx942()), 2);
  access.operation = Operation::store;
  EXPECT_EQ(conflict_degree(access, gfx942()), 1);
}

TEST(Architecture, SaysWhatItDoesNotKnow) {
  EXPECT_TRUE(nvidia().unknown.empty());
  EXPECT_THAT(gfx90a().unknown.front(), testing::HasSubstr("L2's channels"));
  EXPECT_THAT(gfx942().unknown.back(), testing::HasSubstr("Infinity Cache"));
}

}  // namespace
}  // namespace tilebridge
