// SPDX-License-Identifier: Apache-2.0
// What the command line takes, read off CLI11's structure: the manual and the completions are made
// from it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tilebridge {

/// The type names with a meaning to a shell. Words with | between them are choices too.
namespace value_type {
constexpr const char* experiment = "EXPERIMENT";
constexpr const char* variant = "EXPERIMENT/VARIANT";
constexpr const char* experiment_or_variant = "EXPERIMENT[/VARIANT]";
constexpr const char* file = "FILE";
}  // namespace value_type

/// An option, a flag or a positional argument.
struct Argument {
  std::vector<std::string> names;  // "-o", "--output"; a positional's one name is without dashes
  std::string description;
  std::string type;                  // of its value; "" for a flag
  std::string default_value;         // "" for none
  std::vector<std::string> choices;  // its value is one of them, where there are any
  bool takes_file = false;
  bool required = false;
};

/// A program or one of its subcommands. What help does not show is not in it.
struct Grammar {
  std::string name;
  std::string description;
  std::vector<Argument> options;
  std::vector<Argument> positionals;
  std::vector<Grammar> subcommands;  // in order of their names
};

Grammar grammar_of(const CLI::App& app);

}  // namespace tilebridge
