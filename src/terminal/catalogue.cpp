// SPDX-License-Identifier: Apache-2.0
#include "terminal/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

/// An experiment with its variants and parameters, wrapped at `width` columns.
class Description {
 public:
  Description(std::size_t width) : width_(width) {}

  std::string of(const Experiment& experiment) const;
  std::string of(const std::vector<Parameter>& parameters) const;

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
  const bool is_matched = variant.form == Form::matched;
  std::vector<std::string> models;
  for (const Support& support : variant.models)
    models.push_back(fmt::format("{} ({})", name_of(support.model), platforms_of(support)));
  std::string where = fmt::format("{}", fmt::join(models, ", "));
  if (!variant.stands_for.empty()) where += ", compared with native " + variant.stands_for;
  if (variant.only_at)
    where += fmt::format(", at {}={} only", variant.only_at->first, variant.only_at->second);
  const std::string name =
      is_matched ? fmt::format("      {} ", variant.name)
                 : fmt::format("    {:<16} {:<10} ", variant.name, name_of(variant.form));
  return fmt::format("{:<{}}{}{}\n{:{}}{}\n", name, indent,
                     name.size() > indent ? fmt::format("\n{:{}}", "", indent) : "",
                     fitted((is_matched ? "beyond plain: " : "") + variant.technique, indent), "",
                     indent, fitted(where, indent));
}

std::string Description::of(const Parameter& p) const {
  const std::string range = p.words.empty()
                                ? to_string(Value(p.minimum)) + " … " + to_string(Value(p.maximum))
                                : fmt::format("{}", fmt::join(p.words, ", "));
  const std::string step =
      p.multiple_of > 1 ? fmt::format(", a multiple of {}", p.multiple_of) : std::string();
  const std::string values = fmt::format("{}{} (default: {})", range, step, to_string(p.initial));
  return fmt::format("    {:<16} {}\n{:21}{}\n", p.name, fitted(p.meaning, 21), "",
                     fitted(values, 21));
}

std::string Description::of(const std::vector<Parameter>& parameters) const {
  std::string text;
  for (const Parameter& parameter : parameters) text += of(parameter);
  return text;
}

std::string Description::of(const Experiment& experiment) const {
  const std::string title = fmt::format("{} ({}{})", experiment.name, name_of(experiment.family),
                                        experiment.needs_gpu() ? "; needs a GPU" : "");
  std::string text =
      fmt::format("{}\n  {}\n  parameters\n", fitted(title, 2), fitted(experiment.question, 2));
  text += of(experiment.parameters) + "  variants\n";
  for (const Variant& variant : experiment.variants) text += of(variant);
  return text;
}

}  // namespace

std::string experiments_text(const std::vector<Experiment>& experiments) {
  constexpr std::size_t narrowest = 60;
  const Description description(std::max(narrowest, stdout_columns(100)));
  std::string text;
  for (const Experiment& experiment : experiments)
    text += (text.empty() ? "" : "\n") + description.of(experiment);
  return text;
}

std::string parameters_text(const std::vector<Parameter>& parameters, std::size_t width) {
  return Description(width).of(parameters);
}

std::string experiment_lines(const std::vector<Experiment>& experiments) {
  constexpr std::size_t unlimited = 1000;
  constexpr std::size_t narrowest = 50;
  constexpr std::size_t family = 12;
  std::size_t name = 0;
  for (const Experiment& e : experiments) name = std::max(name, e.name.size());
  const std::size_t indent = name + family + 6;
  const std::size_t width = std::max(narrowest, stdout_columns(unlimited));
  std::string text;
  for (const Experiment& e : experiments)
    text += fmt::format("{:<{}} {:<{}} {} {}\n", e.name, name, name_of(e.family), family,
                        e.needs_gpu() ? "GPU" : "   ", wrapped(e.question, indent, width));
  return text + "\n" +
         wrapped("GPU: needs one. Variants and parameters: tilebridge list EXPERIMENT, or --all", 0,
                 width) +
         "\n";
}

}  // namespace tilebridge::terminal
