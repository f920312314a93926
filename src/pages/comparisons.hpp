// SPDX-License-Identifier: Apache-2.0
// Kokkos and libraries compared with native code, over all experiments of a report.
#pragma once

#include <string>
#include <vector>

#include "pages/report.hpp"
#include "pages/table.hpp"

namespace tilebridge::pages {

/// Every comparison, with its family, form and verdict to filter by; at most 5000 rows.
Table comparisons_table(const Report& report);

/// The performance-portability metric; without rows for results from only one platform.
Table portability_table(const Report& report);

}  // namespace tilebridge::pages
