// SPDX-License-Identifier: Apache-2.0
// `tilebridge occupancy`: how many blocks fit on an SM (streaming multiprocessor), for every block
// size.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_occupancy(CLI::App& app);

}  // namespace tilebridge::cli
