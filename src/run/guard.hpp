// SPDX-License-Identifier: Apache-2.0
// Runs: kernels may crash, break the device, or never end.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "base/error.hpp"
#include "results/file.hpp"
#include "run/runner.hpp"

namespace tilebridge::run {

/// The end of a run.
struct Outcome {
  int status = 0;                  // to exit with, where there are no results
  std::string failure = {};        // why it did not come to its end, in one line; "" if it did
  std::optional<Results> results;  // of a run that came to its end
  bool is_interrupted = false;
  bool is_written = true;  // to its file; if not, the runner has said where the results are
};

/// A run on one device, in one runner process after another. If one crashes, exits, breaks the
/// device, or shows no sign of life for the time-out before it has told the outcome, what it was
/// running (one model, or one Kokkos, of one case) is recorded as invalid, with the reason, and a
/// fresh process continues without it. What fails after the outcome is told changes nothing.
class Guard {
 public:
  /// `output` is that of the job, and is held until this ends.
  Guard(Job job, Output output);

  /// Throws what Runner() throws.
  Outcome run();

 private:
  std::optional<Outcome> outcome_of(const Runner& runner);
  Outcome gave_up(const Runner& runner, const std::string& reason) const;
  std::string end_text(const Runner& runner) const;
  std::optional<std::string> why_no_outcome(const Runner& runner) const;
  Outcome outcome_told(const Runner& runner) const;
  std::filesystem::path kept() const;

  Job job_;
  Output output_;
  /// identity_of() the files that an earlier run left, with --overwrite and --resume.
  std::string journal_before_;
  std::string results_before_;
  std::set<std::string> failed_;
};

}  // namespace tilebridge::run
