// SPDX-License-Identifier: Apache-2.0
#include "cli/grammar.hpp"

namespace tilebridge::cli {
namespace {

/// Strips the names of checks, which CLI11 appends after a colon.
std::string type_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

Grammar grammar_of(const CLI::App& app) {
  Grammar grammar{app.get_name(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    auto& arguments = option->get_positional() ? grammar.positionals : grammar.options;
    arguments.push_back({names_of(*option), type_of(*option), option->get_required()});
  }
  return grammar;
}

}  // namespace tilebridge::cli
