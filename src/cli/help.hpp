// SPDX-License-Identifier: Apache-2.0
// `tilebridge help`, and what the program prints when called without arguments.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace tilebridge::cli {

/// Adds the subcommand, and examples to the program's own help. Call it last: subcommands added
/// later would inherit the examples.
Command add_help(CLI::App& app);

/// What the program does, its subcommands and a few examples.
std::string overview(const CLI::App& app);

}  // namespace tilebridge::cli
