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

/// `selection` on `platform`, with the default cache modes there.
Selection complete(Selection selection, Platform platform);

/// Results without cases: the program, the host and device, and the builds. Needs a KokkosSession.
Results describe_run(const RunOptions& options, const std::vector<std::string>& command_line,
                     const DeviceInfo& device);

/// The host's name, system and processors.
Json describe_host();

SuiteOptions suite_options(const RunOptions& options);

/// From now on SIGINT and SIGTERM only set what is_stop_asked() returns.
void catch_signals();
bool is_stop_asked();

ExitStatus status_of(const Results& results, bool strict);

/// The path to write to, after checking that a file can be created there and that it replaces
/// nothing without --overwrite.
std::string choose_output(const RunOptions& options);

/// Writes the results, prints the table and the path. Returns success or not_written.
ExitStatus finish(RunOutput& output, const Results& results, bool interrupted);

/// The exit status: lost output takes precedence over everything except an invalid result.
ExitStatus worse(ExitStatus of_results, ExitStatus written);

/// The named platform, or for "auto" the first platform of this build that has a device. Throws
/// PlatformError if this build lacks the named one.
Platform choose_platform(const std::string& name, int device);

}  // namespace tilebridge
