// SPDX-License-Identifier: Apache-2.0
// Declares what several commands have alike, and words what is said of a refused command line.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "results/fields.hpp"

namespace tilebridge::cli {

/// A type name that several commands show in their help.
constexpr const char* experiment_or_variant = "EXPERIMENT[/VARIANT]";

/// Adds an option or a positional argument that names a file, or several.
template <class Files>
CLI::Option* add_file(CLI::App* command, const std::string& name, Files& files,
                      const std::string& help) {
  return command->add_option(name, files, help)->type_name("FILE");
}

/// Whether `name` names native code: by the model, or by the language that it is written in.
inline bool is_native(std::string_view name) {
  return name == "native" || name == "cuda" || name == "hip";
}

/// Values that an option chooses from by their names.
template <class Value, std::size_t n>
using Choices = std::array<std::pair<std::string_view, Value>, n>;

/// All values of an enumeration, by the names that files have for them.
template <class Enum>
auto choices_of() {
  Choices<Enum, values_of<Enum>.size()> choices;
  std::ranges::transform(values_of<Enum>, choices.begin(),
                         [](Enum value) { return std::pair(name_of(value), value); });
  return choices;
}

template <class Value, std::size_t n>
std::vector<std::string> names_of(const Choices<Value, n>& choices) {
  return {std::views::keys(choices).begin(), std::views::keys(choices).end()};
}

/// "cold|hot": the type name of an option that takes one of these values.
template <class Value, std::size_t n>
std::string type_of(const Choices<Value, n>& choices) {
  return fmt::format("{}", fmt::join(names_of(choices), "|"));
}

/// Throws UsageError for a name that is none of them.
template <class Value, std::size_t n>
Value chosen(std::string_view what, const std::string& asked, const Choices<Value, n>& choices) {
  for (const auto& [name, value] : choices)
    if (name == asked) return value;
  throw unknown_name(what, asked, names_of(choices));
}

/// Adds an option that takes one of these names; that of `value`, if it has one, is the default.
template <class Value, std::size_t n>
CLI::Option* add_choice(CLI::App* command, const std::string& flag, Value& value,
                        const Choices<Value, n>& choices, const std::string& help) {
  CLI::Option* option = command->add_option_function<std::string>(
      flag,
      [&value, choices, what = flag.substr(2)](const std::string& name) {
        value = chosen(what, name, choices);
      },
      help);
  for (const auto& [name, one] : choices)
    if (one == value) option->default_str(std::string(name));
  return option->type_name(type_of(choices));
}

/// The range of a fraction that an option takes: "5%" or "0.05".
struct ShareRange {
  double least;
  double most;
};

/// "5%" and "0.05" are the same. Throws UsageError for anything else and for values out of `range`;
/// the message begins with `name`.
double parse_share(const std::string& name, std::string_view text, const ShareRange& range);

/// "5%", "0.5%", "0.0001%".
std::string share_text(double share);

/// Adds an option whose default is the value of `share`.
CLI::Option* add_share(CLI::App* app, const std::string& name, double& share,
                       const ShareRange& range, const std::string& help);

/// Says in one line what the library refused and what to do. `command` is the program's first
/// argument, or "".
std::string text_of(const CLI::ParseError& error, const CLI::App& app, const std::string& command);

}  // namespace tilebridge::cli
