// SPDX-License-Identifier: Apache-2.0
// How far apart the devices of a run are, and which of them stand out.
#pragma once

#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge {

/// At most 100 columns: for every case and model the slowest and the fastest rank against the
/// median one, then the ranks, the slowest first, then the outliers, wrong results and failed ranks
/// by host and PCI bus id. "" for results without ranks.
std::string spread_table(const Results& results);

/// What makes an outlier, in words.
std::string_view outlier_rule();

}  // namespace tilebridge
