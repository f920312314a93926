// SPDX-License-Identifier: Apache-2.0
// A subcommand of tilebridge that needs no device: its options, and what it does with them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace tilebridge {

struct Command {
  CLI::App* app;              // says whether it was asked for
  std::function<int()> body;  // after the parse; returns the exit status
};

}  // namespace tilebridge
