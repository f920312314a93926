// SPDX-License-Identifier: Apache-2.0
#include "pages/curves.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "pages/run.hpp"
#include "results/latency_levels.hpp"

namespace tilebridge::pages {
namespace {

double amount_of(const Work& work) {
  return work.bytes() + work.flops + work.to_device + work.to_host + work.steps;
}

/// The number of cases that lie on curves along `parameter`.
std::size_t points_along(const ExperimentCases& experiment, const std::string& parameter,
                         Along along) {
  using Amounts = std::map<double, double>;  // of work, by the parameter
  std::map<std::tuple<std::size_t, std::string, std::string>, Amounts> curves;
  for (const FileCase& c : experiment.cases)
    if (const auto x = number_of(*c.result, parameter))
      curves[{c.file, c.result->variant, setting_without(*c.result, parameter)}].emplace(
          *x, amount_of(c.result->work));
  std::size_t points = 0;
  for (const auto& [key, amounts] : curves) {
    const bool grows = amounts.begin()->second < amounts.rbegin()->second;
    if (amounts.size() >= fewest_points && (grows || along == Along::any)) points += amounts.size();
  }
  return points;
}

}  // namespace

std::optional<std::string> varied_parameter(const ExperimentCases& experiment, Along along) {
  std::optional<std::string> best;
  std::size_t most = 0;
  constexpr int most_parameters = 16;  // an experiment has only a few
  int looked_at = 0;
  for (const auto& [name, value] : experiment.cases.front().result->parameters) {
    if (++looked_at > most_parameters) break;
    const std::size_t points = points_along(experiment, name, along);
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

bool is_drawable(double value) {
  constexpr double most = 1e15;
  return std::isfinite(value) && std::abs(value) < most &&
         (value == 0 || std::abs(value) > 1 / most);
}

std::vector<Measured> measured_along(const ExperimentCases& experiment, std::size_t file,
                                     const std::string& parameter, const ValueOf& value_of) {
  std::vector<Measured> all;
  for (const FileCase& c : experiment.cases) {
    const auto x = number_of(*c.result, parameter);
    if (c.file != file || !x || !is_drawable(*x)) continue;
    for (const judge::Cell& cell : c.shown(judge::Builds::first)) {
      if (!cell.result->timing) continue;
      const auto value = value_of(cell);
      if (value && is_drawable(value->median) && is_drawable(value->low) &&
          is_drawable(value->high))
        all.push_back({cell, one_printable_line(shown_way(cell), 40), *x, *value});
    }
  }
  return all;
}

std::vector<Curve> curves_in(const std::vector<Measured>& all, const std::string& parameter) {
  std::map<std::pair<std::string, std::string>, std::multiset<double>> values;
  for (const Measured& one : all) values[{shown_variant(*one.cell.of), one.way}].insert(one.x);
  std::vector<Curve> curves;
  for (const Measured& one : all) {
    Curve curve = {parameter, shown_variant(*one.cell.of), one.way, ""};
    const std::multiset<double>& xs = values.at({curve.variant, curve.way});
    if (std::ranges::adjacent_find(xs) != xs.end())
      curve.rest = setting_without(*one.cell.of, parameter);
    auto found = std::ranges::find_if(curves, [&](const Curve& other) {
      return curve.is_beside(other) && curve.rest == other.rest;
    });
    if (found == curves.end()) found = curves.insert(curves.end(), std::move(curve));
    found->points.push_back(one);
  }
  std::erase_if(curves, [](const Curve& curve) { return curve.points.size() < 2; });
  for (Curve& curve : curves) {
    std::ranges::stable_sort(curve.points, {}, &Measured::x);
    if (std::ranges::count_if(curves, [&](const auto& c) { return curve.is_beside(c); }) == 1)
      curve.rest.clear();
  }
  return curves;
}

Table levels_table(const Results& results) {
  Table table = {"Levels of the latency curves",
                 {"memory", "model", "working set, bytes", "cycles", "ns"}};
  for (const LatencyLevels& levels : latency_levels(results.cases))
    for (const auto& [from_bytes, to_bytes, seconds, cycles] : levels.plateaus)
      table.add({levels.variant, label_of(results, Model(levels.kernel.model.name())),
                 fmt::format("{} … {}", to_string(Value(from_bytes)), to_string(Value(to_bytes))),
                 Cell::number(cycles > 0 ? fmt::format("{:.1f}", cycles) : ""),
                 Cell::number(fmt::format("{:.1f}", 1e9 * seconds))});
  return table;
}

}  // namespace tilebridge::pages
