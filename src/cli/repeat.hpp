// SPDX-License-Identifier: Apache-2.0
// The same run several times, each in a new process.
#pragma once

#include <string>
#include <vector>

#include "run/request.hpp"

namespace tilebridge::cli {

/// Runs `command_line` without its --processes as often as they say, and writes the pooled results
/// (judge/pool.hpp). Each run's own file, results.1.json beside results.json, is kept. Stops after
/// a run that was interrupted or has no file. Returns the first exit status that is not fine.
/// Throws UsageError for options that one process per run cannot have.
int run_repeatedly(const run::RunRequest& request, const std::vector<std::string>& command_line);

}  // namespace tilebridge::cli
