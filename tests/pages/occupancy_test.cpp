// SPDX-License-Identifier: Apache-2.0
#include "pages/occupancy.hpp"

#include <gmock/gmock.h>

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

std::vector<std::int64_t> sizes_of(const OccupancyPage& page) {
  std::vector<std::int64_t> sizes;
  for (const OccupancyRow& row : page.rows) sizes.push_back(row.threads);
  return sizes;
}

TEST(ViewOccupancy, HasARowForEveryMultipleOfTheWarpSize) {
  const Limits limits = *find_limits("sm_90");
  const OccupancyPage page = occupancy_page(limits, {0, 32, 0});
  ASSERT_EQ(page.rows.size(), 32U);
  for (std::size_t i = 0; i < page.rows.size(); ++i)
    EXPECT_EQ(page.rows[i].threads, static_cast<std::int64_t>(32 * (i + 1)));
  EXPECT_EQ(page.rows[7].occupancy.blocks, occupancy(limits, {256, 32, 0}).blocks);
}

TEST(ViewOccupancy, ABlockSizeBetweenTwoHasItsPlaceAndOneThereIsNoSecondRow) {
  Limits limits = *find_limits("sm_90");
  limits.threads_per_block = 96;
  EXPECT_THAT(sizes_of(occupancy_page(limits, {48, 32, 0})), ElementsAre(32, 48, 64, 96));
  EXPECT_THAT(sizes_of(occupancy_page(limits, {64, 32, 0})), ElementsAre(32, 64, 96));
  EXPECT_THAT(sizes_of(occupancy_page(limits, {128, 32, 0})), ElementsAre(32, 64, 96, 128));
}

}  // namespace
}  // namespace tilebridge::pages
