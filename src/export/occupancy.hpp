// SPDX-License-Identifier: Apache-2.0
// Occupancy by block size for other programs.
#pragma once

#include <string>

#include "pages/occupancy.hpp"

namespace tilebridge::exports {

/// As JSON: the limits, what was asked for, and what fits at each block size.
std::string occupancy_json(const pages::OccupancyPage& page);

}  // namespace tilebridge::exports
