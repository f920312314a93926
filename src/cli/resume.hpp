// SPDX-License-Identifier: Apache-2.0
// Resumes an interrupted run: `tilebridge run --resume FILE`.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// The options that the run in `earlier`, read from `file`, was started with. Throws UsageError if
/// `earlier` is not the result of a run.
RunOptions resumed_options(const Results& earlier, const std::string& file);

/// Throws UsageError, saying what differs, unless `now` is the same build on the same device of the
/// same host: one file holds the results of one device.
void check_same_machine(const Results& earlier, const Results& now);

/// Continues `earlier` in `now`: takes over its cases and ceilings, and records when it was
/// resumed.
void go_on_from(const Results& earlier, Results& now);

/// The cases of `planned` that `done` does not have, in the same order.
std::vector<PlannedCase> missing(const std::vector<PlannedCase>& planned,
                                 const std::vector<CaseResult>& done);

}  // namespace tilebridge
