// SPDX-License-Identifier: Apache-2.0
// `tilebridge completion`: the completion script for a shell.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/grammar.hpp"

namespace tilebridge::cli {

/// `app` must outlive the command: all its subcommands are completed, including ones added later.
Command add_completion(CLI::App& app);

std::string bash_completion(const Grammar& program);
std::string zsh_completion(const Grammar& program);
std::string fish_completion(const Grammar& program);

}  // namespace tilebridge::cli
