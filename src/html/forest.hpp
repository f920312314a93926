// SPDX-License-Identifier: Apache-2.0
// A forest plot of performance against native code: one row per experiment, a point with its
// interval per comparison, the geometric mean of each row, the parity band.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::html {

struct ForestRow {
  std::string name;
  std::vector<const ComparisonResult*> comparisons;  // usable ones
};

/// An <svg> element styled by the page; rows from the smallest geometric mean to the largest. At
/// most 60 rows and 200 points per row are drawn; "" without rows.
std::string forest_svg(std::vector<ForestRow> rows, double parity_band);

}  // namespace tilebridge::html
