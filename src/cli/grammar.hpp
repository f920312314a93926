// SPDX-License-Identifier: Apache-2.0
// The names of a command's options and arguments, which messages about wrong usage show.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tilebridge::cli {

/// The type names that several commands show in their help.
namespace value_type {
constexpr const char* experiment = "EXPERIMENT";
constexpr const char* variant = "EXPERIMENT/VARIANT";
constexpr const char* experiment_or_variant = "EXPERIMENT[/VARIANT]";
constexpr const char* file = "FILE";
}  // namespace value_type

/// An option, a flag or a positional argument.
struct Argument {
  std::vector<std::string> names;  // "-o", "--output"; a positional has one name without dashes
  std::string type;                // of its value; "" for a flag
  bool required = false;
};

/// A program or one of its subcommands, without what its help does not show.
struct Grammar {
  std::string name;
  std::vector<Argument> options;
  std::vector<Argument> positionals;
};

Grammar grammar_of(const CLI::App& app);

}  // namespace tilebridge::cli
