// SPDX-License-Identifier: Apache-2.0
#include "cli/parse_error.hpp"

#include <fmt/format.h>

#include <regex>
#include <vector>

#include "base/error.hpp"
#include "cli/grammar.hpp"

namespace tilebridge::cli {
namespace {

std::string text_of_unexpected(const std::string& word, const Grammar& grammar,
                               const std::string& help) {
  if (!word.starts_with('-'))
    return fmt::format("'{}' is one argument too many; `{}` shows what is taken", word, help);
  std::vector<std::string> known;
  for (const Argument& option : grammar.options)
    known.insert(known.end(), option.names.begin(), option.names.end());
  return unknown_name("option", word.substr(0, word.find('=')), known, help).what();
}

/// "tilebridge compare BASE NEW".
std::string usage_of(const Grammar& grammar) {
  std::string usage = "tilebridge " + grammar.name;
  for (const Argument& argument : grammar.positionals)
    usage += argument.required ? " " + argument.names.front()
                               : fmt::format(" [{}]", argument.names.front());
  for (const Argument& option : grammar.options)
    if (option.required) usage += fmt::format(" {} {}", option.names.back(), option.type);
  return usage;
}

/// Puts the library's message about a number of values in the words of the other messages.
std::string reworded(const std::string& text) {
  constexpr std::size_t longest = 1000;  // matching takes the more stack the longer a text is
  if (text.size() > longest) return text;
  const std::regex too_many("(.*): At Most ([0-9]+) required but received ([0-9]+)");
  const std::regex none("(.*): [0-9]+ required (.*) missing");
  return std::regex_replace(std::regex_replace(text, too_many, "$1: at most $2, not $3"), none,
                            "$1 needs a value: $2");
}

}  // namespace

std::string text_of(const CLI::ParseError& error, const CLI::App& app, const std::string& command) {
  const bool is_of_command = !app.get_subcommands().empty();
  const CLI::App& named = is_of_command ? *app.get_subcommands().front() : app;
  const std::string help = is_of_command ? "tilebridge help " + command : "tilebridge help";
  const Grammar grammar = grammar_of(named);
  if (const auto unexpected = app.remaining(true); !unexpected.empty())
    return text_of_unexpected(unexpected.front(), grammar, help);
  const std::string text = error.what();
  if (is_of_command && text.ends_with(" is required"))
    return fmt::format("{}: {}; `{}` shows more", text, usage_of(grammar), help);
  return fmt::format("{}; `{}` shows what is taken", reworded(text), help);
}

}  // namespace tilebridge::cli
