// SPDX-License-Identifier: Apache-2.0
// `tilebridge occupancy`: how many blocks a multiprocessor holds, for every block size.
#pragma once

#include "cli/command.hpp"

namespace tilebridge {

Command add_occupancy(CLI::App& app);

}  // namespace tilebridge
