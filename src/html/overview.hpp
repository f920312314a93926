// SPDX-License-Identifier: Apache-2.0
// The page's first sections: what there is, and what it comes to.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// Half the width of what a file calls parity; 0.05 where it does not say.
double parity_band(const Results& results);

/// How fast Kokkos is on each level, devices and builds, the forest plot with its filters and
/// table.
std::string overview(const Document& document);

/// The performance-portability metric; "" for results of one platform.
std::string portability(const Document& document);

}  // namespace tilebridge::html
