// SPDX-License-Identifier: Apache-2.0
// The console table.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

struct Style {
  bool colour = false;
};

/// Whether to use colour: only on a terminal, and never if NO_COLOR is set.
Style stdout_style();

/// At most 100 columns: device and ceilings, then for every case and model its time, rate, share of
/// the measured ceiling, performance against native with its interval, and the verdict; for several
/// ranks also how much they differ.
std::string table(const Results& results, Style style);

}  // namespace tilebridge
