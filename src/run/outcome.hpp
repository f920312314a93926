// SPDX-License-Identifier: Apache-2.0
// How a run ended.
#pragma once

#include <filesystem>
#include <functional>

#include "base/error.hpp"
#include "results/results.hpp"
#include "run/output.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

struct Ending {
  const Results& results;
  bool interrupted;
  std::filesystem::path file;
  ExitStatus written;  // fine or not_written
};

/// Tells the user; called once per run, after the file is written.
using Show = std::function<void(const Ending&)>;

/// Writes the file before anything else can fail, shows the ending and flushes standard output: the
/// process may not survive its end. Returns fine or not_written.
ExitStatus finish(RunOutput& output, const Results& results, bool interrupted, const Show& show);

/// The exit status that the results deserve. `strict`: inconclusive comparisons have their own.
ExitStatus status_of(const Results& results, bool strict);

/// Tells the process that guards this one, if any does, that this one exits with `status`, and that
/// it has nothing left to do but that.
void tell_end(const RunRequest& request, int status);

/// The exit status: lost output takes precedence over everything except an invalid result.
ExitStatus worse(ExitStatus of_results, ExitStatus written);

}  // namespace tilebridge::run
