// SPDX-License-Identifier: Apache-2.0
// A forest plot of performance against native code: one row per experiment, a point with its
// interval per comparison, the geometric mean of each row, the parity band.
#pragma once

#include <string>
#include <vector>

#include "pages/comparisons.hpp"

namespace tilebridge::html {

/// An <svg> element styled by the page; at most 200 points per row are drawn; "" without rows.
std::string forest_svg(const std::vector<pages::ForestRow>& rows, double parity_band);

}  // namespace tilebridge::html
