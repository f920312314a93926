// SPDX-License-Identifier: Apache-2.0
// Pools several runs of the same cases: in other processes, or on other GPUs of one model.
#pragma once

#include <vector>

#include "judge/parts.hpp"

namespace tilebridge::judge {

/// Every case that any run has, once. Its samples are those of all its runs, block after block, its
/// times and ratios their geometric means, and their intervals go from the least to the greatest
/// that any run states: they hold what each run says. A ratio keeps its verdict if all runs agree
/// on it, else it is inconclusive; a result that is invalid in one run is invalid. `program.runs`
/// records the runs. Throws UsageError, one line naming two files, unless all were measured alike,
/// and for profiles.
Results pooled(const std::vector<ResultPart>& runs);

}  // namespace tilebridge::judge
