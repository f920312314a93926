// SPDX-License-Identifier: Apache-2.0
// `tilebridge-run launch-once`: what `tilebridge profile` starts under a profiler.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"

namespace tilebridge {

/// Adds the subcommand, which no help shows. `options` must outlive the parse.
CLI::App* add_launch_once(CLI::App& app, RunOptions& options);

/// Launches and validates every case and model once, in a range that range_name() names, and writes
/// a result file without times. Returns the exit status; an invalid result is in the file only.
int launch_once(const RunOptions& options, const std::vector<std::string>& command_line);

}  // namespace tilebridge
