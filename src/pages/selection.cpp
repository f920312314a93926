// SPDX-License-Identifier: Apache-2.0
#include "pages/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "pages/cases.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {
namespace {

struct Choice {
  std::string experiment;
  std::string variant;  // "": all of them
};

bool is_any_of(const CaseResult& c, const std::vector<Choice>& choices) {
  return std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
    return belongs_to(c, choice.experiment, choice.variant);
  });
}

bool has_any_of(std::span<const ReportFile> files, const std::vector<Choice>& choices) {
  return std::any_of(files.begin(), files.end(), [&](const ReportFile& file) {
    const std::vector<CaseResult>& cases = file.results.cases;
    return std::any_of(cases.begin(), cases.end(),
                       [&](const CaseResult& c) { return is_any_of(c, choices); });
  });
}

std::vector<Choice> choices_of(const std::string& name, std::span<const ReportFile> files,
                               const Catalogue& catalogue) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  std::vector<Choice> choices = {
      {name.substr(0, slash), name.substr(std::min(slash + 1, name.size()))}};
  if (has_any_of(files, choices)) return choices;
  choices.clear();
  for (const auto& [experiment, variant] : catalogue.named(name))
    choices.push_back({experiment->name, variant == nullptr ? "" : variant->name});
  if (!has_any_of(files, choices))
    throw UsageError(fmt::format("no case of {0} is in '{1}'; measure it: tilebridge run {0}", name,
                                 files.front().name));
  return choices;
}

}  // namespace

void keep_named(std::span<ReportFile> files, const std::vector<std::string>& names,
                const Catalogue& catalogue) {
  if (names.empty()) return;
  std::vector<Choice> choices;
  for (const std::string& name : names)
    for (Choice& choice : choices_of(name, files, catalogue)) choices.push_back(std::move(choice));
  for (ReportFile& file : files)
    std::erase_if(file.results.cases, [&](const CaseResult& c) { return !is_any_of(c, choices); });
}

void keep_slowest(Results& results, std::size_t count) {
  std::vector<CaseResult>& cases = results.cases;
  std::erase_if(cases, [](const CaseResult& c) { return kokkos_against_native(c) == nullptr; });
  std::stable_sort(cases.begin(), cases.end(), [](const CaseResult& a, const CaseResult& b) {
    return kokkos_against_native(a)->ratio.median < kokkos_against_native(b)->ratio.median;
  });
  if (cases.size() > count) cases.resize(count);
}

}  // namespace tilebridge::pages
