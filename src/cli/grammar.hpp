// SPDX-License-Identifier: Apache-2.0
// Declares what several commands have alike, and words what is said of a refused command line.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <array>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace tilebridge::cli {

/// The type names that several commands show in their help.
namespace value_type {
constexpr const char* variant = "EXPERIMENT/VARIANT";
constexpr const char* experiment_or_variant = "EXPERIMENT[/VARIANT]";
}  // namespace value_type

/// Adds an option or a positional argument that names a file, or several.
template <class Files>
CLI::Option* add_file(CLI::App* command, const std::string& name, Files& files,
                      const std::string& help) {
  return command->add_option(name, files, help)->type_name("FILE");
}

/// Values that an option chooses from by their names.
template <class Value, std::size_t n>
using Choices = std::array<std::pair<const char*, Value>, n>;

template <class Value, std::size_t n>
std::vector<std::string> names_of(const Choices<Value, n>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) names.emplace_back(name);
  return names;
}

/// Throws UsageError for a name that is none of them.
template <class Value, std::size_t n>
Value chosen(const char* what, const std::string& asked, const Choices<Value, n>& choices) {
  for (const auto& [name, value] : choices)
    if (name == asked) return value;
  throw unknown_name(what, asked, names_of(choices));
}

/// Adds an option that takes one of these names.
template <class Value, std::size_t n>
CLI::Option* add_choice(CLI::App* command, const std::string& flag, std::string& name,
                        const Choices<Value, n>& choices, const std::string& help) {
  return command->add_option(flag, name, help)
      ->type_name(fmt::format("{}", fmt::join(names_of(choices), "|")));
}

/// Says in one line what the library refused and what to do. `command` is the program's first
/// argument, or "".
std::string text_of(const CLI::ParseError& error, const CLI::App& app, const std::string& command);

}  // namespace tilebridge::cli
