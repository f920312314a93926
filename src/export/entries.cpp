// SPDX-License-Identifier: Apache-2.0
#include "export/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/text.hpp"
#include "report/cases.hpp"

namespace tilebridge {
namespace {

std::string digits(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace

std::vector<ExportEntry> shown_entries(const Results& results) {
  std::vector<ExportEntry> entries;
  for (const CaseResult& c : results.cases)
    for (const auto& [model, result] : c.models)
      if (is_shown(c, model)) entries.push_back({&c, model, &result});
  return entries;
}

std::vector<ExportEntry> timed_entries(const Results& results) {
  std::vector<ExportEntry> entries = shown_entries(results);
  std::erase_if(entries, [](const ExportEntry& entry) { return !entry.result->timing; });
  return entries;
}

std::string benchmark_name(const CaseResult& c, Model model) {
  std::string name = fmt::format("{}/{}/{}", c.experiment, c.variant, name_of(model));
  for (const auto& [parameter, value] : c.parameters)
    name += fmt::format("/{}:{}", parameter, digits(value));
  return tame(name + "/cache:" + c.cache, std::numeric_limits<std::size_t>::max());
}

const ComparisonResult* comparison_of(const ExportEntry& entry) {
  const auto& comparisons = entry.of->comparisons;
  const auto found =
      std::find_if(comparisons.begin(), comparisons.end(),
                   [&](const ComparisonResult& c) { return c.model == entry.model; });
  return found == comparisons.end() ? nullptr : &*found;
}

std::string json_text(const Json& json) { return json.dump(2) + "\n"; }

}  // namespace tilebridge
