// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/charts.hpp"
#include "results/latency_levels.hpp"

namespace tilebridge::pages {
namespace {

/// The number of cases that lie on curves along `parameter`.
std::size_t points_along(const ExperimentCases& experiment, const std::string& parameter) {
  std::map<std::tuple<std::size_t, std::string, std::string>, std::set<double>> curves;
  for (const FileCase& c : experiment.cases)
    if (const auto x = number_of(*c.result, parameter))
      curves[{c.file, c.result->variant, setting_without(*c.result, parameter)}].insert(*x);
  std::size_t points = 0;
  for (const auto& [key, values] : curves) points += values.size() >= 3 ? values.size() : 0;
  return points;
}

}  // namespace

std::optional<std::string> varied_parameter(const ExperimentCases& experiment) {
  std::optional<std::string> best;
  std::size_t most = 0;
  constexpr int most_parameters = 16;  // an experiment has only a few
  int looked_at = 0;
  for (const auto& [name, value] : experiment.cases.front().result->parameters) {
    if (++looked_at > most_parameters) break;
    const std::size_t points = points_along(experiment, name);
    if (points <= most) continue;
    most = points;
    best = name;
  }
  return best;
}

std::optional<double> number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return parse_number<double>(std::get<std::string>(value));
}

std::optional<double> number_of(const CaseResult& c, const std::string& parameter) {
  for (const auto& [name, value] : c.parameters)
    if (name == parameter) return number_of(value);
  return std::nullopt;
}

std::string setting_without(const CaseResult& c, const std::string& parameter) {
  CaseResult without;
  for (const auto& [name, value] : c.parameters)
    if (name != parameter) without.parameters.set(name, value);
  without.cache = c.cache;
  return setting_of(without);
}

Table levels_table(const Results& results) {
  Table table = {"Levels of the latency curves",
                 {"memory", "model", "working set, bytes", "cycles", "ns"}};
  for (const LatencyLevels& levels : latency_levels(results.cases))
    for (const auto& [from_bytes, to_bytes, seconds, cycles] : levels.plateaus)
      table.add({levels.variant, name_of(levels.kernel.model),
                 fmt::format("{} … {}", to_string(Value(from_bytes)), to_string(Value(to_bytes))),
                 Cell::number(cycles > 0 ? fmt::format("{:.1f}", cycles) : ""),
                 Cell::number(fmt::format("{:.1f}", 1e9 * seconds))});
  return table;
}

}  // namespace tilebridge::pages
