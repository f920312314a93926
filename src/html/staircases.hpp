// SPDX-License-Identifier: Apache-2.0
// The way from plain Kokkos to matched kernels in a report.
#pragma once

#include <string>
#include <vector>

#include "view/staircases.hpp"

namespace tilebridge::html {

/// For each staircase a chart of bars, as long as performance against native code, a sentence, and
/// its table; "" if there are none.
std::string staircases_html(const std::vector<view::ShownStaircase>& staircases);

}  // namespace tilebridge::html
