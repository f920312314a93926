// SPDX-License-Identifier: Apache-2.0
// How many of many findings are chance.
#pragma once

#include <vector>

namespace tilebridge::judge {

/// Of the findings that are called so, the share that may on average be chance.
constexpr double false_share = 0.05;

/// Benjamini's and Hochberg's procedure: the p-value up to which findings count, so that on average
/// at most `false_share` of those that count are chance; less than 0 if none counts. Takes the
/// p-values of everything that was tested, in any order.
double discovery_threshold(std::vector<double> p_values);

}  // namespace tilebridge::judge
