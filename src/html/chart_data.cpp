// SPDX-License-Identifier: Apache-2.0
#include "html/chart_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/curves.hpp"
#include "pages/portability.hpp"
#include "pages/run.hpp"
#include "results/check.hpp"
#include "results/latency_levels.hpp"
#include "results/summary.hpp"

namespace tilebridge::html {
namespace {

/// Rounded to six digits; null for values that no axis can show.
Json rounded(double value) {
  constexpr double largest = 1e300;
  if (!std::isfinite(value) || std::abs(value) > largest) return nullptr;
  if (std::abs(value) < 1 / largest) return 0;
  return std::stod(fmt::format("{:.5e}", value));
}

std::string words(const std::string& text) { return tame(text, 100); }

/// A wide range of positive values needs a logarithmic axis.
bool spans_widely(const pages::ExperimentCases& experiment, const std::string& parameter) {
  double least = INFINITY;
  double most = 0;
  for (const pages::FileCase& c : experiment.cases) {
    const double x = pages::number_of(*c.result, parameter).value_or(NAN);
    if (!std::isfinite(x)) continue;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  return least > 0 && most / least >= 8;
}

/// Model names as charts distinguish them: a matched kernel is a model next to the variant's own.
std::string chart_model(const CaseResult& c, Model model) {
  return c.form == name_of(Form::matched) && model == Model::kokkos ? "matched"
                                                                    : std::string(name_of(model));
}

/// [value, low, high, at the ceiling or null, seconds].
Json timing_json(const CaseResult& c, const ModelResult& result, pages::Measure measure) {
  const Interval& seconds = result.timing->seconds;
  const auto at = [&](double time) { return pages::value_of(measure, c.work, time); };
  const double middle = at(seconds.median);
  double low = at(seconds.low);
  double high = at(seconds.high);
  if (low > high) std::swap(low, high);
  const double share = result.share_of_ceiling;
  const bool is_rate =
      measure == pages::Measure::bandwidth || measure == pages::Measure::arithmetic;
  const double top = !is_rate ? middle * share : middle / share;
  return {rounded(middle), rounded(low), rounded(high), share > 0 ? rounded(top) : Json(nullptr),
          rounded(seconds.median)};
}

Json models_json(const CaseResult& c, pages::Measure measure) {
  Json models = Json::object();
  for (const pages::ShownResult& shown : pages::shown_results(c))
    if (shown.result->timing)
      models[chart_model(c, shown.model)] = timing_json(c, *shown.result, measure);
  return models;
}

Json comparisons_json(const CaseResult& c) {
  Json comparisons = Json::array();
  for (const ComparisonResult& r : c.comparisons)
    if (is_usable(r))
      comparisons.push_back({name_of(r.model), rounded(r.ratio.median), rounded(r.ratio.low),
                             rounded(r.ratio.high), name_of(r.verdict)});
  return comparisons;
}

Json checks_json(const CaseResult& c) {
  Json checks = Json::array();
  for (const pages::ShownResult& shown : pages::shown_results(c))
    for (const CountCheck& check : check_counts(*shown.result))
      checks.push_back({chart_model(c, shown.model), check.what, rounded(check.predicted),
                        rounded(check.counted)});
  return checks;
}

Json case_json(const pages::FileCase& file_case, const std::optional<std::string>& x,
               pages::Measure measure) {
  const CaseResult& c = *file_case.result;
  Json json = {{"file", file_case.file},
               {"variant", words(c.variant)},
               {"form", words(c.form)},
               {"setting", words(pages::setting_of(c))},
               {"models", models_json(c, measure)},
               {"comparisons", comparisons_json(c)}};
  if (pages::shown_variant(c) != c.variant) json["matched_to"] = words(pages::shown_variant(c));
  if (x) {
    json["x"] = rounded(pages::number_of(c, *x).value_or(NAN));
    json["rest"] = words(pages::setting_without(c, *x));
  }
  if (pages::is_in_roofline(c)) {
    json["flops"] = rounded(c.work.flops);
    json["bytes"] = rounded(c.work.bytes());
  }
  if (Json checks = checks_json(c); !checks.empty()) json["checks"] = std::move(checks);
  return json;
}

Json experiment_json(const pages::Report& report, const pages::ExperimentCases& experiment) {
  const pages::Measure measure = pages::measure_of(report, experiment);
  const auto x = pages::varied_parameter(experiment);
  Json json = {{"id", experiment.id},
               {"name", words(experiment.name)},
               {"family", pages::family_of(experiment)},
               {"unit", pages::unit_of(measure)},
               {"cases", Json::array()}};
  if (x) json["x"] = {{"name", words(*x)}, {"logarithmic", spans_widely(experiment, *x)}};
  for (const pages::FileCase& c : experiment.cases)
    json["cases"].push_back(case_json(c, x, measure));
  return json;
}

Json ceilings_json(const Ceilings& c) {
  return {{"read", rounded(c.read_bytes_per_s / 1e9)},
          {"write", rounded(c.write_bytes_per_s / 1e9)},
          {"copy", rounded(c.copy_bytes_per_s / 1e9)},
          {"l2", rounded(c.l2_bytes_per_s / 1e9)},
          {"fma", rounded(c.flops / 1e12)}};
}

Json latency_levels_json(const Results& results) {
  Json json = Json::array();
  for (const LatencyLevels& levels : latency_levels(results.cases)) {
    Json plateaus = Json::array();
    for (const LatencyPlateau& plateau : levels.plateaus)
      plateaus.push_back({plateau.from_bytes, plateau.to_bytes, rounded(1e9 * plateau.seconds)});
    json.push_back({{"variant", words(levels.variant)},
                    {"model", name_of(levels.model)},
                    {"plateaus", std::move(plateaus)}});
  }
  return json;
}

Json ways_json(const pages::ShownWays& shown) {
  Json json = {{"platforms", Json::array()}, {"ways", Json::array()}};
  for (const std::string& platform : shown.platforms) json["platforms"].push_back(words(platform));
  for (const pages::ShownWay& way : shown.ways) {
    Json efficiencies = Json::array();
    for (const double efficiency : way.efficiencies) efficiencies.push_back(rounded(efficiency));
    json["ways"].push_back({{"name", way.name},
                            {"efficiencies", std::move(efficiencies)},
                            {"metric", rounded(way.metric)},
                            {"convergence", rounded(way.convergence)}});
  }
  return json;
}

}  // namespace

Json chart_data(const pages::Report& report) {
  Json json = {{"parity_band", pages::parity_band(report.files.front().results)},
               {"files", Json::array()},
               {"experiments", Json::array()}};
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const Results& results = report.files[i].results;
    json["files"].push_back({{"label", pages::label_of(report, i)},
                             {"device", words(text_at(results.device, "name"))},
                             {"ceilings", ceilings_json(results.ceilings)},
                             {"latency_levels", latency_levels_json(results)}});
  }
  for (const pages::ExperimentCases& experiment : report.experiments)
    json["experiments"].push_back(experiment_json(report, experiment));
  const pages::ShownWays ways = pages::shown_ways(report);
  if (!ways.ways.empty()) json["ways"] = ways_json(ways);
  return json;
}

}  // namespace tilebridge::html
