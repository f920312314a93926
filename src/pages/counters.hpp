// SPDX-License-Identifier: Apache-2.0
// The page shows what the hardware counted while cases were profiled.
#pragma once

#include "pages/document.hpp"

namespace tilebridge::pages {

/// Shows for every result its requests and sectors in global memory, bytes used per sector, hit
/// rates in L1 and L2, DRAM traffic, shared-memory wavefronts, active warps, registers and the most
/// common stall reasons; below it the access model's prediction, if there is one. The cases that
/// stand together are in one group.
Table counters_table(const Results& results);

/// The table below a legend.
Document counters_page(const Results& results);

}  // namespace tilebridge::pages
