// `tilebridge run`.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"

namespace tilebridge {

/// Returns the exit status. `command_line` is kept in the result file.
int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line);

/// The platform named, or for "auto" the first of the build's that can be opened.
Platform choose_platform(const std::string& name, int device);

}  // namespace tilebridge
