// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "run/request.hpp"

namespace tilebridge::cli {

/// Runs the request, or continues the run that it resumes, and shows the results. Returns the exit
/// status. `command_line` is kept in the result file.
int run_experiments(const run::RunRequest& request, const std::vector<std::string>& command_line);

}  // namespace tilebridge::cli
