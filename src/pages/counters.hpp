// SPDX-License-Identifier: Apache-2.0
// The page shows what the hardware counted while cases were profiled.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/costs.hpp"
#include "pages/document.hpp"
#include "results/counters.hpp"

namespace tilebridge::pages {

/// A row for every result, below it the access model's prediction, if there is one. The cases that
/// stand together are in one group. A legend explains the columns.
Document counters_page(const judge::Cells& cells);

/// The counts of ncu by the name of the kernel: a row has the average of the kernel's launches.
/// Columns without a number in any row are left out.
Document launches_page(const std::map<std::string, std::vector<Counters>>& kernels);

/// "5.14 × the instructions, blocks of 32 threads instead of 256": what differs by more than a
/// launch from the next, the instructions even where they do not; "" if nothing was counted.
std::string counted_text(const judge::Counted& counted);

}  // namespace tilebridge::pages
