// SPDX-License-Identifier: Apache-2.0
#include "html/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catalogue/catalogue.hpp"
#include "html/markup.hpp"
#include "report/cases.hpp"

namespace tilebridge::html {
namespace {

constexpr std::size_t most_cases = 1000;  // per experiment
constexpr std::size_t most_unknown = 50;  // experiments that the catalogue does not have

std::map<std::string, ExperimentCases> by_name(std::span<const ReportFile> files) {
  std::map<std::string, ExperimentCases> found;
  for (std::size_t file = 0; file < files.size(); ++file)
    for (const Group& g : group(files[file].results.cases))
      for (const CaseResult* c : g.cases) {
        ExperimentCases& experiment = found[c->experiment];
        if (experiment.cases.size() < most_cases)
          experiment.cases.push_back({file, c});
        else
          ++experiment.left_out;
      }
  return found;
}

}  // namespace

Document document_of(std::span<const ReportFile> files, std::string_view git_state) {
  Document document{files, std::string(git_state), {}, 0};
  auto found = by_name(files);
  for (const Experiment& experiment : catalogue()) {
    auto node = found.extract(experiment.name);
    if (node.empty()) continue;
    node.mapped().id = node.mapped().name = experiment.name;
    node.mapped().known = &experiment;
    document.experiments.push_back(std::move(node.mapped()));
  }
  document.experiments_left_out = found.size() - std::min(found.size(), most_unknown);
  std::size_t unknown = 0;
  for (auto& [name, experiment] : found) {
    if (unknown == most_unknown) break;
    experiment.id = fmt::format("unknown-{}", ++unknown);
    experiment.name = name;
    document.experiments.push_back(std::move(experiment));
  }
  return document;
}

std::string built_otherwise(const Document& document) {
  std::string states;
  for (std::size_t i = 0; i < document.files.size(); ++i) {
    const std::string state = text_at(document.files[i].results.program, "git");
    if (state == document.git_state) continue;
    states += fmt::format("{}{}", states.empty() ? "" : ", ",
                          labelled(document, i, state.empty() ? "an unknown commit" : state));
  }
  if (states.empty()) return "";
  return fmt::format(
      "<p class=\"note\">Measured by tilebridge at {}; the questions, code, access patterns and "
      "claims shown are those of the tilebridge that wrote this page, at {}.</p>\n",
      text(states), text(document.git_state));
}

std::string label_of(const Document& document, std::size_t file) {
  if (document.files.size() == 1) return "";
  if (document.files.size() > 26) return fmt::format("{}", file + 1);
  return {static_cast<char>('A' + file)};
}

std::string labelled(const Document& document, std::size_t file, const std::string& name) {
  const std::string label = label_of(document, file);
  return label.empty() ? name : fmt::format("{} ({})", name, label);
}

std::string family_of(const ExperimentCases& experiment) {
  return experiment.known == nullptr ? "unknown" : std::string(name_of(experiment.known->family));
}

std::string setting_of(const CaseResult& c) {
  const std::string parameters = to_string(c.parameters);
  return parameters.empty() ? c.cache : fmt::format("{}, {}", parameters, c.cache);
}

Measure measure_of(const Document& document, const ExperimentCases& experiment) {
  std::map<Measure, int> counts;
  for (const FileCase& c : experiment.cases)
    ++counts[tilebridge::measure_of(*c.result, document.results(c).ceilings)];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

const Variant* find_variant(const ExperimentCases& experiment, std::string_view name) {
  if (experiment.known == nullptr) return nullptr;
  for (const Variant& variant : experiment.known->variants)
    if (variant.name == name) return &variant;
  return nullptr;
}

}  // namespace tilebridge::html
