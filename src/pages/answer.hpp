// SPDX-License-Identifier: Apache-2.0
// What a run says of Kokkos and of the machine, in lines that a terminal has room for.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::pages {

/// "1358 cases in 5.7 min: 2494 results valid, 17 skipped"; invalid ones come first.
std::string counts_line(const Results& results);

/// What the intervals are of, where that is a GPU or several runs: "intervals of this run on this
/// GPU", or where that is longer than `most`, "intervals of this run"; "intervals hold what each of
/// 3 runs on 2 GPUs says".
std::string scope_text(const Results& results, std::size_t most);

/// "copies 89%, arithmetic 98% of the datasheet; 1.80…1.98 GHz; throttled: 2 cases": what is
/// known of it; "" on a host.
std::string health_line(const Results& results);

}  // namespace tilebridge::pages
