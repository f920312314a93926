// SPDX-License-Identifier: Apache-2.0
// How much the devices of a run differ, and which of them are outliers.
#pragma once

#include <string>

#include "pages/document.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// The ranks, the slowest first and those that measured nothing last, the outliers, and what failed
/// on which rank; nothing for results without ranks. `label` names the file.
Document rank_blocks(const Results& results, const std::string& label = "");

}  // namespace tilebridge::pages
