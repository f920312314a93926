// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel fit on an SM, for every block size.
#pragma once

#include <cstdint>
#include <vector>

#include "hardware/limits.hpp"
#include "hardware/occupancy.hpp"

namespace tilebridge::pages {

struct OccupancyRow {
  std::int64_t threads;  // per block
  Occupancy occupancy;
};

struct OccupancyPage {
  Limits limits;
  Footprint asked;  // `threads` is the block size to mark; 0: none
  std::vector<OccupancyRow> rows;
};

/// Every multiple of the warp size that a block can have, and the block size asked for.
OccupancyPage occupancy_page(const Limits& limits, const Footprint& asked);

}  // namespace tilebridge::pages
