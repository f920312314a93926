// SPDX-License-Identifier: Apache-2.0
#include "pages/catalogue.hpp"

#include <fmt/ranges.h>

namespace tilebridge::pages {
namespace {

std::string platforms_of(const Support& support) {
  std::vector<std::string_view> names;
  for (const Platform platform : support.platforms) names.push_back(name_of(platform));
  std::string text = fmt::format("{}", fmt::join(names, " "));
  if (!support.no_equivalent.empty())
    text += fmt::format("{}no equivalent: {}", text.empty() ? "" : "; ", support.no_equivalent);
  return text;
}

/// The models that run a variant, and what it is compared with.
std::string where_of(const Variant& variant) {
  std::vector<std::string> models;
  for (const Support& support : variant.models)
    models.push_back(fmt::format("{} ({})", support.model.key(), platforms_of(support)));
  std::string where = fmt::format("{}", fmt::join(models, ", "));
  if (!variant.stands_for.empty()) where += ", compared with native " + variant.stands_for;
  if (variant.only_at)
    where += fmt::format(", at {}={} only", variant.only_at->first, variant.only_at->second);
  return where;
}

std::string values_of(const Parameter& p) {
  const std::string range = p.words.empty()
                                ? to_string(Value(p.minimum)) + " … " + to_string(Value(p.maximum))
                                : fmt::format("{}", fmt::join(p.words, ", "));
  const std::string step =
      p.multiple_of > 1 ? fmt::format(", a multiple of {}", p.multiple_of) : std::string();
  return fmt::format("{}{} (default: {})", range, step, to_string(p.initial));
}

Table variants_table(const std::vector<Variant>& variants, Family family) {
  Table table = {"variants",
                 {headless("variant"), headless("form"), headless("technique"), below("where")}};
  for (const Variant& variant : variants)
    table.add({variant.name, family == Family::yours ? "" : name_of(variant.form),
               (variant.form == Form::rewritten ? "what it changes: " : "") + variant.technique,
               where_of(variant)});
  return table;
}

}  // namespace

Table parameters_table(const std::vector<Parameter>& parameters) {
  Table table = {"parameters", {headless("parameter"), headless("meaning"), below("values")}};
  for (const Parameter& parameter : parameters)
    table.add({parameter.name, parameter.meaning, values_of(parameter)});
  return table;
}

Document experiments_list(const std::vector<Experiment>& experiments) {
  Table table = {"", {"experiment", "family", "needs", "question"}};
  for (const Experiment& e : experiments)
    table.add({e.name, name_of(e.family), e.needs_gpu() ? "GPU" : "", e.question});
  Document page;
  page.add(std::move(table));
  page.say("Variants and parameters: tilebridge list EXPERIMENT, or --all");
  return page;
}

Document experiments_page(const std::vector<Experiment>& experiments) {
  Document page;
  for (const Experiment& e : experiments) {
    page.add(Heading{
        fmt::format("{} ({}{})", e.name, name_of(e.family), e.needs_gpu() ? "; needs a GPU" : "")});
    page.say(e.question);
    page.add(parameters_table(e.parameters));
    page.add(variants_table(e.variants, e.family));
  }
  return page;
}

}  // namespace tilebridge::pages
