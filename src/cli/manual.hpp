// SPDX-License-Identifier: Apache-2.0
// `tilebridge manual`: the manual pages, for the build to install; no help shows it.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/grammar.hpp"

namespace tilebridge {

/// `app` must outlive the command: all its subcommands get a page, later ones too.
Command add_manual(CLI::App& app);

/// The page of the program, in man(7)'s macros.
std::string manual_page(const Grammar& program);
/// The page of one subcommand.
std::string manual_page(const Grammar& program, const Grammar& command);

}  // namespace tilebridge
