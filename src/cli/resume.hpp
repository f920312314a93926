// SPDX-License-Identifier: Apache-2.0
// Going on with a run that was cut off: `tilebridge run --resume FILE`.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// The options that the run of `earlier` was started with; its file is `file`. Throws UsageError
/// where `earlier` is no run's.
RunOptions resumed_options(const Results& earlier, const std::string& file);

/// Throws UsageError, which says what differs, unless `now` is the same build on the same device of
/// the same host: one file holds one device's results.
void check_same_machine(const Results& earlier, const Results& now);

/// What `earlier` has, continued by `now`: its cases and ceilings, and when it was resumed.
void go_on_from(const Results& earlier, Results& now);

/// The cases of `planned` that `done` does not have, in the same order.
std::vector<PlannedCase> missing(const std::vector<PlannedCase>& planned,
                                 const std::vector<CaseResult>& done);

}  // namespace tilebridge
