#include "cli/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "report/text.hpp"

namespace tilebridge {
namespace {

using Json = nlohmann::ordered_json;

std::vector<const Experiment*> chosen(const std::vector<std::string>& names) {
  std::vector<const Experiment*> experiments;
  for (const std::string& name : names) experiments.push_back(&find_experiment(name));
  if (!names.empty()) return experiments;
  for (const Experiment& experiment : catalogue()) experiments.push_back(&experiment);
  return experiments;
}

std::string platforms_of(const Support& support) {
  std::string names;
  for (const Platform platform : support.platforms)
    names += fmt::format("{}{}", names.empty() ? "" : " ", name_of(platform));
  if (!support.no_equivalent.empty())
    names += fmt::format("{}no equivalent: {}", names.empty() ? "" : "; ", support.no_equivalent);
  return names;
}

std::string describe(const Variant& variant) {
  constexpr std::size_t indent = 32;
  std::vector<std::string> models;
  for (const Support& support : variant.models)
    models.push_back(fmt::format("{} ({})", name_of(support.model), platforms_of(support)));
  std::string where = fmt::format("{}", fmt::join(models, ", "));
  if (!variant.stands_for.empty()) where += ", compared with native " + variant.stands_for;
  if (variant.only_at)
    where += fmt::format(", at {}={} only", variant.only_at->first, variant.only_at->second);
  return fmt::format("    {:<16} {:<10} {}\n{:{}}{}\n", variant.name, name_of(variant.level),
                     wrapped(variant.technique, indent), "", indent, wrapped(where, indent));
}

std::string describe(const Parameter& p) {
  const std::string range = p.words.empty()
                                ? to_string(Value(p.minimum)) + " … " + to_string(Value(p.maximum))
                                : fmt::format("{}", fmt::join(p.words, ", "));
  const std::string values = fmt::format("{} (documents: {})", range, to_string(p.documented));
  return fmt::format("    {:<16} {}\n{:21}{}\n", p.name, wrapped(p.meaning, 21), "",
                     wrapped(values, 21));
}

std::string describe(const Experiment& experiment) {
  std::vector<std::string> sources;
  for (const Source& source : experiment.sources)
    sources.push_back(source.document + " " + source.section);
  std::string text =
      fmt::format("{} ({}; {})\n  {}\n  parameters\n", experiment.name, experiment.family,
                  fmt::join(sources, ", "), wrapped(experiment.question, 2));
  for (const Parameter& parameter : experiment.parameters) text += describe(parameter);
  text += "  variants\n";
  for (const Variant& variant : experiment.variants) text += describe(variant);
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
  Json json = {{"name", experiment.name},         {"family", experiment.family},
               {"question", experiment.question}, {"sources", Json::array()},
               {"parameters", Json::array()},     {"variants", Json::array()}};
  for (const Source& source : experiment.sources)
    json["sources"].push_back({{"document", source.document}, {"section", source.section}});
  for (const Parameter& parameter : experiment.parameters)
    json["parameters"].push_back(to_json(parameter));
  for (const Variant& variant : experiment.variants) json["variants"].push_back(to_json(variant));
  return json;
}

}  // namespace

std::string list_as_text(const std::vector<std::string>& experiments) {
  std::string text;
  for (const Experiment* experiment : chosen(experiments)) {
    if (!text.empty()) text += '\n';
    text += describe(*experiment);
  }
  return text;
}

std::string list_as_json(const std::vector<std::string>& experiments) {
  Json json = {{"experiments", Json::array()}};
  for (const Experiment* experiment : chosen(experiments))
    json["experiments"].push_back(to_json(*experiment));
  return json.dump(2) + "\n";
}

Command add_list(CLI::App& app) {
  struct Options {
    std::vector<std::string> experiments;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list = app.add_subcommand("list", "what there is: questions, variants, parameters");
  list->add_option("experiments", options->experiments, "only these")
      ->type_name(value_type::experiment);
  list->add_flag("--json", options->json, "as JSON");
  return {list, [options] {
            std::cout << (options->json ? list_as_json(options->experiments)
                                        : list_as_text(options->experiments));
            return 0;
          }};
}

}  // namespace tilebridge
