// SPDX-License-Identifier: Apache-2.0
// tilebridge merge: a run that was made in parts as one result file.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilebridge {

/// `command_line` is what the result file says made it.
Command add_merge(CLI::App& app, std::vector<std::string> command_line);

}  // namespace tilebridge
