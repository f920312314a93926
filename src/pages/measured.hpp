// SPDX-License-Identifier: Apache-2.0
// What was measured: time, rate, share of the ceiling and comparison with native code, or why there
// is no time.
#pragma once

#include "pages/report.hpp"
#include "pages/table.hpp"

namespace tilebridge::pages {

/// Every result of a file, the cases that stand together in one group. Results that were profiled
/// instead of timed have no row.
Table measured_table(const Results& results, const Catalogue& catalogue);

/// The results of an experiment in all files, a group for each setting.
Table measured_table(const Report& report, const ExperimentCases& experiment);

}  // namespace tilebridge::pages
