// SPDX-License-Identifier: Apache-2.0
#include "cli/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"

namespace tilebridge {
namespace {

using Json = nlohmann::ordered_json;

/// The named experiments, each with the named variant or all variants; all experiments if none is
/// named.
std::vector<Experiment> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return {catalogue().begin(), catalogue().end()};
  std::vector<Experiment> experiments;
  for (const std::string& name : names) {
    const std::size_t slash = name.find('/');
    Experiment experiment = catalogue().experiment(name.substr(0, slash));
    if (slash != std::string::npos)
      experiment.variants = {experiment.variant(name.substr(slash + 1))};
    experiments.push_back(std::move(experiment));
  }
  return experiments;
}

/// An experiment with its variants and parameters, wrapped at `width` columns.
class Description {
 public:
  Description(std::size_t width) : width_(width) {}

  std::string of(const Experiment& experiment) const;

 private:
  std::string of(const Variant& variant) const;
  std::string of(const Parameter& parameter) const;
  std::string fitted(const std::string& text, std::size_t indent) const {
    return wrapped(text, indent, width_);
  }

  std::size_t width_;
};

std::string platforms_of(const Support& support) {
  std::string names;
  for (const Platform platform : support.platforms)
    names += fmt::format("{}{}", names.empty() ? "" : " ", name_of(platform));
  if (!support.no_equivalent.empty())
    names += fmt::format("{}no equivalent: {}", names.empty() ? "" : "; ", support.no_equivalent);
  return names;
}

std::string Description::of(const Variant& variant) const {
  constexpr std::size_t indent = 32;
  const bool is_matched = variant.level == Level::matched;
  std::vector<std::string> models;
  for (const Support& support : variant.models)
    models.push_back(fmt::format("{} ({})", name_of(support.model), platforms_of(support)));
  std::string where = fmt::format("{}", fmt::join(models, ", "));
  if (!variant.stands_for.empty()) where += ", compared with native " + variant.stands_for;
  if (variant.only_at)
    where += fmt::format(", at {}={} only", variant.only_at->first, variant.only_at->second);
  const std::string name =
      is_matched ? fmt::format("      {} ", variant.name)
                 : fmt::format("    {:<16} {:<10} ", variant.name, name_of(variant.level));
  return fmt::format("{:<{}}{}{}\n{:{}}{}\n", name, indent,
                     name.size() > indent ? fmt::format("\n{:{}}", "", indent) : "",
                     fitted((is_matched ? "beyond plain: " : "") + variant.technique, indent), "",
                     indent, fitted(where, indent));
}

std::string Description::of(const Parameter& p) const {
  const std::string range = p.words.empty()
                                ? to_string(Value(p.minimum)) + " … " + to_string(Value(p.maximum))
                                : fmt::format("{}", fmt::join(p.words, ", "));
  const std::string values = fmt::format("{} (documents: {})", range, to_string(p.documented));
  return fmt::format("    {:<16} {}\n{:21}{}\n", p.name, fitted(p.meaning, 21), "",
                     fitted(values, 21));
}

std::string Description::of(const Experiment& experiment) const {
  std::vector<std::string> sources;
  for (const Source& source : experiment.sources)
    sources.push_back(source.document + " " + source.section);
  const std::string title = fmt::format("{} ({}; {})", experiment.name, name_of(experiment.family),
                                        fmt::join(sources, ", "));
  std::string text =
      fmt::format("{}\n  {}\n  parameters\n", fitted(title, 2), fitted(experiment.question, 2));
  for (const Parameter& parameter : experiment.parameters) text += of(parameter);
  text += "  variants\n";
  for (const Variant& variant : experiment.variants) text += of(variant);
  return text;
}

Json to_json(const Variant& variant) {
  Json json = {{"name", variant.name},
               {"level", name_of(variant.level)},
               {"technique", variant.technique},
               {"compared_with", variant.listing()},
               {"models", Json::object()}};
  for (const Support& support : variant.models) {
    Json& model = json["models"][std::string(name_of(support.model))];
    model["platforms"] = Json::array();
    for (const Platform platform : support.platforms)
      model["platforms"].push_back(name_of(platform));
    if (!support.no_equivalent.empty()) model["no_equivalent"] = support.no_equivalent;
  }
  if (variant.only_at) json["only_at"][variant.only_at->first] = variant.only_at->second;
  return json;
}

Json to_json(const Parameter& p) {
  Json json = {{"name", p.name}, {"meaning", p.meaning}};
  std::visit([&](const auto& value) { json["default"] = value; }, p.documented);
  if (p.words.empty()) {
    json["minimum"] = p.minimum;
    json["maximum"] = p.maximum;
  } else {
    json["words"] = p.words;
  }
  return json;
}

Json to_json(const Experiment& experiment) {
  Json json = {{"name", experiment.name},         {"family", name_of(experiment.family)},
               {"question", experiment.question}, {"sources", Json::array()},
               {"parameters", Json::array()},     {"variants", Json::array()}};
  for (const Source& source : experiment.sources)
    json["sources"].push_back({{"document", source.document}, {"section", source.section}});
  for (const Parameter& parameter : experiment.parameters)
    json["parameters"].push_back(to_json(parameter));
  for (const Variant& variant : experiment.variants) json["variants"].push_back(to_json(variant));
  return json;
}

std::string as_text(const std::vector<Experiment>& experiments) {
  constexpr std::size_t narrowest = 60;
  const Description description(std::max(narrowest, stdout_columns(100)));
  std::string text;
  for (const Experiment& experiment : experiments)
    text += (text.empty() ? "" : "\n") + description.of(experiment);
  return text;
}

/// One line per experiment; only text too long for the terminal continues below.
std::string as_lines(const std::vector<Experiment>& experiments) {
  constexpr std::size_t unlimited = 1000;
  constexpr std::size_t narrowest = 50;
  constexpr std::size_t indent = 29;
  const std::size_t width = std::max(narrowest, stdout_columns(unlimited));
  std::string text;
  for (const Experiment& e : experiments)
    text += fmt::format("{:<15} {:<12} {}\n", e.name, name_of(e.family),
                        wrapped(e.question, indent, width));
  return text + "\n" +
         wrapped("Variants and parameters: tilebridge list EXPERIMENT, or --all", 0, width) + "\n";
}

std::string as_json(const std::vector<Experiment>& experiments) {
  Json json = {{"experiments", Json::array()}};
  for (const Experiment& experiment : experiments)
    json["experiments"].push_back(to_json(experiment));
  return json.dump(2) + "\n";
}

}  // namespace

Command add_list(CLI::App& app) {
  struct Options {
    std::vector<std::string> names;
    bool all = false;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list =
      app.add_subcommand("list", "List the experiments, their variants and parameters");
  list->add_option("experiments", options->names,
                   "Show variants and parameters of these experiments, or of single variants")
      ->delimiter(',')
      ->type_name(value_type::experiment_or_variant);
  list->add_flag("--all", options->all, "Show variants and parameters of every experiment");
  list->add_flag("--json", options->json, "Print JSON");
  return {list, [options] {
            const std::vector<Experiment> experiments = chosen(options->names);
            const bool in_full = options->all || !options->names.empty();
            if (options->json)
              std::cout << as_json(experiments);
            else
              std::cout << (in_full ? as_text(experiments) : as_lines(experiments));
            return 0;
          }};
}

}  // namespace tilebridge
