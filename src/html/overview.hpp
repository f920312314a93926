// SPDX-License-Identifier: Apache-2.0
// The first sections of the page: devices, builds and the summary.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// Half the width of a file's parity band; 0.05 if the file does not give it.
double parity_band(const Results& results);

/// How fast Kokkos is at each level, devices and builds, and the forest plot with its filters and
/// table.
std::string overview(const Document& document);

/// The performance-portability metric; "" for results from only one platform.
std::string portability(const Document& document);

}  // namespace tilebridge::html
