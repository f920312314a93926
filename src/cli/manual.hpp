// SPDX-License-Identifier: Apache-2.0
// `tilebridge manual`: writes the manual pages for the build to install; hidden from the help.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/grammar.hpp"

namespace tilebridge::cli {

/// `app` must outlive the command: all its subcommands get a page, including ones added later.
Command add_manual(CLI::App& app);

/// The program's page, in man(7) macros.
std::string manual_page(const Grammar& program);
/// The page of one subcommand.
std::string manual_page(const Grammar& program, const Grammar& command);

}  // namespace tilebridge::cli
