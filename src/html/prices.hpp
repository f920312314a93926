// SPDX-License-Identifier: Apache-2.0
// The price list in a report.
#pragma once

#include <string>

#include "view/report.hpp"

namespace tilebridge::html {

/// What ways of writing Kokkos cost in each file, and what changed between two; "" if none was
/// measured.
std::string prices_section(const view::Report& report);

}  // namespace tilebridge::html
