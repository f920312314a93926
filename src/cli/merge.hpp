// SPDX-License-Identifier: Apache-2.0
// tilebridge merge: merges the parts of a run into one result file.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilebridge::cli {

/// `command_line` is recorded in the result file.
Command add_merge(CLI::App& app, std::vector<std::string> command_line);

}  // namespace tilebridge::cli
