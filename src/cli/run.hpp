// SPDX-License-Identifier: Apache-2.0
// `tilebridge-run run`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "run/request.hpp"

namespace tilebridge::cli {

/// Runs the request, or goes on with the run that it resumes, and prints the table. Returns the
/// exit status. `command_line` is kept in the result file.
int run_experiments(const run::RunRequest& request, const std::vector<std::string>& command_line);

/// Adds the hidden subcommand that `tilebridge profile` starts under a profiler. `request` must
/// outlive the parse.
CLI::App* add_launch_once(CLI::App& app, run::RunRequest& request);

}  // namespace tilebridge::cli
