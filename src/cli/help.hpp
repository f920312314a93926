// SPDX-License-Identifier: Apache-2.0
// `tilebridge help`, and what the program says when nothing is asked of it.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace tilebridge {

/// Adds the subcommand, and examples to the program's own help. Call it after all the others, which
/// would take over the examples.
Command add_help(CLI::App& app);

/// What the program does, its subcommands and a few examples.
std::string overview(const CLI::App& app);

}  // namespace tilebridge
