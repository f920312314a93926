// SPDX-License-Identifier: Apache-2.0
// Performance against native code, drawn: a row for each experiment, a point with its interval for
// each comparison, the geometric mean of each row, the parity band.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::html {

struct ForestRow {
  std::string name;
  std::vector<const ComparisonResult*> comparisons;  // usable ones
};

/// An <svg> element for the page's style; rows from the smallest geometric mean to the largest.
/// At most 60 rows and 200 points a row are drawn; "" without rows.
std::string forest_svg(std::vector<ForestRow> rows, double parity_band);

}  // namespace tilebridge::html
