// SPDX-License-Identifier: Apache-2.0
// The cost list in a report.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// What ways of writing Kokkos cost in each file, and what changed between two; "" if none was
/// measured.
std::string costs_section(const pages::Report& report);

}  // namespace tilebridge::html
