// SPDX-License-Identifier: Apache-2.0
// How much the devices of a run differ, for a terminal.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge::terminal {

/// At most 100 columns: for every case and model the slowest and the fastest rank relative to the
/// median one, then the ranks, the slowest first, then the outliers, wrong results and failed ranks
/// by host and PCI bus id. "" for results without ranks.
std::string spread_text(const Results& results);

}  // namespace tilebridge::terminal
