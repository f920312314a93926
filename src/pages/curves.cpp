// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <set>
#include <tuple>

#include "pages/cases.hpp"
#include "pages/charts.hpp"

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

std::string bytes_of(const LatencyPlateau& plateau) {
  return fmt::format("{} … {}", to_string(Value(plateau.from_bytes)),
                     to_string(Value(plateau.to_bytes)));
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
  const std::string& word = std::get<std::string>(value);
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number =
      error == std::errc() && end == word.data() + word.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
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

Table levels_table(const Report& report) {
  Table table = {"Levels of the curves", {"memory", "model", "working set, bytes", "cycles", "ns"}};
  if (std::ranges::find(report.experiments, "latency", &ExperimentCases::id) ==
      report.experiments.end())
    return table;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    for (const LatencyLevels& levels : latency_levels(report.files[file].results.cases))
      for (const LatencyPlateau& plateau : levels.plateaus)
        table.add({labelled(report, file, levels.variant), name_of(levels.kernel.model),
                   bytes_of(plateau),
                   Cell::number(plateau.cycles > 0 ? fmt::format("{:.1f}", plateau.cycles) : ""),
                   Cell::number(fmt::format("{:.1f}", 1e9 * plateau.seconds))});
  return table;
}

std::string level_text(const LatencyPlateau& plateau) {
  const std::string cycles =
      plateau.cycles > 0 ? fmt::format("{:.1f} cycles = ", plateau.cycles) : std::string();
  return fmt::format("{}{:.1f} ns, {} bytes", cycles, 1e9 * plateau.seconds, bytes_of(plateau));
}

}  // namespace tilebridge::pages
