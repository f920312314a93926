// SPDX-License-Identifier: Apache-2.0
// The way from plain Kokkos to matched kernels in a report.
#pragma once

#include <string>
#include <vector>

#include "pages/ablations.hpp"

namespace tilebridge::html {

/// For each ablation a chart of bars, as long as performance against native code, a sentence, and
/// its table; "" if there are none.
std::string ablations_html(const std::vector<pages::ShownAblation>& ablations);

}  // namespace tilebridge::html
