// SPDX-License-Identifier: Apache-2.0
// Messages for command lines that the library refuses.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tilebridge::cli {

/// One line that says what to do. `command`: the program's first argument, or "".
std::string text_of(const CLI::ParseError& error, const CLI::App& app, const std::string& command);

}  // namespace tilebridge::cli
