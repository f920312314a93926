// SPDX-License-Identifier: Apache-2.0
// A tilebridge subcommand that needs no device: its options and its action.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace tilebridge::cli {

struct Command {
  CLI::App* app;              // tells whether it was requested
  std::function<int()> body;  // run after parsing; returns the exit status
};

}  // namespace tilebridge::cli
