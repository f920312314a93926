// SPDX-License-Identifier: Apache-2.0
// `tilebridge profile`.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilebridge::cli {

/// Adds the subcommand. `command_line` is kept in the result file.
Command add_profile(CLI::App& app, std::vector<std::string> command_line);

}  // namespace tilebridge::cli
