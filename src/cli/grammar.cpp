// SPDX-License-Identifier: Apache-2.0
#include "cli/grammar.hpp"

#include <algorithm>
#include <sstream>

#include "catalogue/catalogue.hpp"

namespace tilebridge::cli {
namespace {

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : catalogue()) names.push_back(experiment.name);
  return names;
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : catalogue())
    for (const Variant& variant : experiment.variants)
      names.push_back(experiment.name + "/" + variant.name);
  return names;
}

/// "cold|hot" gives two choices, "INT" gives none.
std::vector<std::string> words_between_bars(const std::string& type) {
  std::vector<std::string> words;
  std::istringstream text(type);
  for (std::string word; std::getline(text, word, '|');) words.push_back(word);
  return words.size() > 1 ? words : std::vector<std::string>{};
}

std::vector<std::string> choices_of(const std::string& type) {
  if (type == value_type::experiment) return experiment_names();
  if (type == value_type::variant) return variant_names();
  if (type != value_type::experiment_or_variant) return words_between_bars(type);
  std::vector<std::string> names = experiment_names();
  const std::vector<std::string> variants = variant_names();
  names.insert(names.end(), variants.begin(), variants.end());
  return names;
}

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

Argument argument_of(const CLI::Option& option) {
  const std::string type = type_of(option);
  return {names_of(option),         option.get_description(), type,
          option.get_default_str(), choices_of(type),         type == value_type::file,
          option.get_required()};
}

}  // namespace

Grammar grammar_of(const CLI::App& app) {
  Grammar grammar{app.get_name(), app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    auto& arguments = option->get_positional() ? grammar.positionals : grammar.options;
    arguments.push_back(argument_of(*option));
  }
  for (const CLI::App* subcommand : app.get_subcommands({}))
    if (!subcommand->get_group().empty()) grammar.subcommands.push_back(grammar_of(*subcommand));
  std::sort(grammar.subcommands.begin(), grammar.subcommands.end(),
            [](const Grammar& a, const Grammar& b) { return a.name < b.name; });
  return grammar;
}

}  // namespace tilebridge::cli
