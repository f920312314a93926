// SPDX-License-Identifier: Apache-2.0
// Occupancy by block size for other programs.
#pragma once

#include <string>

#include "view/occupancy.hpp"

namespace tilebridge::exports {

/// As JSON: the limits, what was asked for, and what fits at each block size.
std::string occupancy_json(const view::OccupancyPage& page);

}  // namespace tilebridge::exports
