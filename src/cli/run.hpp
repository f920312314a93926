// SPDX-License-Identifier: Apache-2.0
// `tilebridge run`.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options.hpp"
#include "cli/run_output.hpp"
#include "measure/platform.hpp"
#include "measure/suite.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// Returns the exit status. `command_line` is kept in the result file.
int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line);

/// `selection` on `platform`, with the cache modes that are the default there.
Selection complete(Selection selection, Platform platform);

/// Results without cases: what runs, where and how it was built. Needs a KokkosSession.
Results describe_run(const RunOptions& options, const std::vector<std::string>& command_line,
                     const DeviceInfo& device);

/// Its name, system and processors.
Json describe_host();

SuiteOptions suite_options(const RunOptions& options);

/// From now on SIGINT and SIGTERM only set what is_stop_asked() returns.
void catch_signals();
bool is_stop_asked();

ExitStatus status_of(const Results& results, bool strict);

/// The path to write to, checked: that a file can be made there, and that it replaces nothing
/// without --overwrite.
std::string choose_output(const RunOptions& options);

/// Writes the results, prints the table and where they are. Fine or not_written.
ExitStatus finish(RunOutput& output, const Results& results, bool interrupted);

/// What to exit with: output that was lost counts for more than all but an invalid result.
ExitStatus worse(ExitStatus of_results, ExitStatus written);

/// The platform named, or for "auto" the first of the build's that has a device. Throws
/// PlatformError where that does not have this one.
Platform choose_platform(const std::string& name, int device);

}  // namespace tilebridge
