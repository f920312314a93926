// SPDX-License-Identifier: Apache-2.0
// Occupancy by block size in a terminal.
#pragma once

#include <string>

#include "pages/occupancy.hpp"

namespace tilebridge::terminal {

/// The SM's limits, then a line for each block size; the one asked for is marked with >.
std::string occupancy_text(const pages::OccupancyPage& page);

}  // namespace tilebridge::terminal
