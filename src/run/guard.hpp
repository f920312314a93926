// SPDX-License-Identifier: Apache-2.0
// Runs: kernels may crash, break the device, or never end.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/error.hpp"
#include "results/file.hpp"
#include "run/runner.hpp"

namespace tilebridge::run {

/// What became of a run on one device.
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
  void start();
  /// Ends a run that could not be started.
  void fail(const Error& error);
  void update();
  bool is_done() const { return outcome_.has_value(); }
  const Outcome& outcome() const { return *outcome_; }
  /// The process that runs; none before the start and after the end.
  Runner* runner() const { return runner_.get(); }
  int rank() const { return job_.rank; }

  /// The file that the run has left; "" if there is none.
  std::filesystem::path kept() const;

 private:
  std::optional<std::string> why_no_outcome() const;
  void give_up(const std::string& where, const std::string& reason);
  void finish();
  std::string end_text() const;
  std::string prefix() const;

  Job job_;
  Output output_;
  /// identity_of() the files that an earlier run left, with --overwrite and --resume.
  std::string journal_before_;
  std::string results_before_;
  std::set<std::string> failed_;
  std::unique_ptr<Runner> runner_;
  std::optional<Outcome> outcome_;
};

}  // namespace tilebridge::run
