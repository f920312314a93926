// SPDX-License-Identifier: Apache-2.0
// A run of `tilebridge`, which starts the runner processes.
#pragma once

#include <filesystem>

#include "base/error.hpp"
#include "results/tuning.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// How a run ended.
struct RunOutcome {
  int status = 0;                       // to exit with
  std::optional<Results> results = {};  // of a run that came to its end
  bool is_interrupted = false;
  bool is_written = true;  // to its file; if not, the runner has said where the results are
  std::filesystem::path file = {};
  std::vector<std::string> shortfalls = {};  // what --at-least says, by case
};

/// Runs what is asked for, or continues the run that it resumes. `command_line` is kept in the
/// result file. Throws Error if the run fails outside its cases.
RunOutcome start(const RunRequest& request, const std::vector<std::string>& command_line);

/// How a tuning ended, with the members of RunOutcome.
struct TuningOutcome {
  int status = 0;
  std::optional<TuningResults> results = {};
  bool is_interrupted = false;
  bool is_written = true;
  std::filesystem::path file = {};
};

/// Finds the fastest settings of what is asked for, or continues the tuning that it resumes. Throws
/// Error if it fails outside a kernel; one that crashes with a setting is tuned without it.
TuningOutcome tune(const RunRequest& request, const std::vector<std::string>& command_line);

/// Returns what `tilebridge devices --json` shows of the device `index` of every platform, or of
/// the named one; without an index of all devices, each opened in a process of its own. Throws
/// PlatformError if the named platform cannot be opened.
Json see_devices(std::optional<Platform> named, std::optional<int> index);

}  // namespace tilebridge::run
