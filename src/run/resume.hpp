// SPDX-License-Identifier: Apache-2.0
// Continues an interrupted run.
#pragma once

#include "measure/plan.hpp"
#include "measure/tuning.hpp"
#include "results/results.hpp"
#include "results/tuning.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// The request of the run, or of the tuning, in the file `asked.resume`, to be continued in the
/// same place. Throws UsageError if that file has none, if its request is none that the options
/// allow, or if the user does not name the shared objects that the earlier run loaded: what a file
/// names is not loaded because it says so. `tunes`: the file is one of `tilebridge tune`.
RunRequest request_to_resume(const RunRequest& asked, bool tunes);

/// Continues `earlier` in `now`: takes over its cases and ceilings, and records when it was
/// resumed. Throws UsageError, saying what differs, unless it is the same build on the same device
/// of the same host: one file holds the results of one device.
void continue_from(const Results& earlier, Results& now);
/// Does so for a tuning.
void continue_from(const TuningResults& earlier, TuningResults& now);

/// Whether this is the result of that case.
bool is_of(const CaseResult& done, const measure::PlannedCase& planned);
bool is_of(const SelfComparison& done, const measure::PlannedCase& planned);

/// The cases of `planned` that `done` does not have, in the same order.
std::vector<measure::PlannedCase> missing(const std::vector<measure::PlannedCase>& planned,
                                          const std::vector<CaseResult>& done);

/// Which of the sizes to tune is the next, and its kernels that are tuned already. The sizes before
/// it are finished: they are tuned in this order. `failures`: of processes that tuned before.
struct NextTuning {
  std::size_t index;
  std::vector<Tuning> done;
};
NextTuning next_tuning(const std::vector<measure::PlannedTuning>& planned,
                       const std::vector<Tuning>& done,
                       const std::vector<measure::Failure>& failures = {});

}  // namespace tilebridge::run
