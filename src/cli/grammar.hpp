// SPDX-License-Identifier: Apache-2.0
// The command line's grammar, extracted from CLI11: the manual and the completions are generated
// from it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tilebridge::cli {

/// The type names that mean something to a shell. Words separated by | are choices too.
namespace value_type {
constexpr const char* experiment = "EXPERIMENT";
constexpr const char* variant = "EXPERIMENT/VARIANT";
constexpr const char* experiment_or_variant = "EXPERIMENT[/VARIANT]";
constexpr const char* file = "FILE";
}  // namespace value_type

/// An option, a flag or a positional argument.
struct Argument {
  std::vector<std::string> names;  // "-o", "--output"; a positional has one name without dashes
  std::string description;
  std::string type;                  // of its value; "" for a flag
  std::string default_value;         // "" for none
  std::vector<std::string> choices;  // allowed values, if restricted
  bool takes_file = false;
  bool required = false;
};

/// A program or one of its subcommands. Leaves out what the help does not show.
struct Grammar {
  std::string name;
  std::string description;
  std::vector<Argument> options;
  std::vector<Argument> positionals;
  std::vector<Grammar> subcommands;  // sorted by name
};

Grammar grammar_of(const CLI::App& app);

}  // namespace tilebridge::cli
