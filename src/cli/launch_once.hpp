// SPDX-License-Identifier: Apache-2.0
// `tilebridge-run launch-once`: what `tilebridge profile` starts under a profiler.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"

namespace tilebridge {

/// Adds the subcommand, which is hidden from the help. `options` must outlive the parse.
CLI::App* add_launch_once(CLI::App& app, RunOptions& options);

/// Launches and validates every case and model once, in a range named by range_name(), and writes a
/// result file without times. Returns the exit status; invalid results are reported only in the
/// file.
int launch_once(const RunOptions& options, const std::vector<std::string>& command_line);

}  // namespace tilebridge
