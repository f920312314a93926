// SPDX-License-Identifier: Apache-2.0
// The first sections of the page: devices, builds and the summary.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// How fast Kokkos is in each form, devices and builds, and the forest plot with its filters and
/// table.
std::string overview_section(const pages::Report& report);

/// The performance-portability metric; "" for results from only one platform.
std::string portability_section(const pages::Report& report);

}  // namespace tilebridge::html
