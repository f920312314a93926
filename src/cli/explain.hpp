// SPDX-License-Identifier: Apache-2.0
// `tilebridge explain`: one variant, with native and Kokkos code side by side.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilebridge::cli {

/// `command_line`: of this program, for the runner if it is about a pair of the user's own.
Command add_explain(CLI::App& app, std::vector<std::string> command_line);

}  // namespace tilebridge::cli
