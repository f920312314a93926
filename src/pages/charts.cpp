// SPDX-License-Identifier: Apache-2.0
#include "pages/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/curves.hpp"
#include "pages/run.hpp"
#include "results/statistics.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t most_rows = 60;
constexpr std::size_t most_points = 2000;  // of a series
constexpr std::size_t colours = 8;         // that the page's style has, c0 to c7

PlotAxis ratio_axis(std::string title) {
  return {.title = std::move(title), .is_logarithmic = true, .least = {0.5, 2}};
}

Plot ratio_plot(const Report& report, std::string title) {
  const double band = parity_band(report.files.front().results);
  return {.title = std::move(title),
          .x = ratio_axis("performance against native code (1 is parity)"),
          .band = {1 - band, 1 + band}};
}

/// "plain", "matched", "tuned": how a case's Kokkos kernel is written.
std::string way_of(const CaseResult& c) {
  const std::string_view model = shown_model(c, Model::kokkos);
  return tame(model == name_of(Model::kokkos) ? c.level : std::string(model), 40);
}

struct Ways {
  std::map<std::string, std::vector<double>> ratios;  // by way of writing

  double slowest() const {
    const auto plain = ratios.find("plain");
    return geometric_mean(plain == ratios.end() ? ratios.begin()->second : plain->second).value;
  }
};

Ways ways_in(const ExperimentCases& experiment) {
  Ways ways;
  for (const FileCase& c : experiment.cases)
    if (const ComparisonResult* found = kokkos_against_native(*c.result);
        found != nullptr && c.result->level != name_of(Level::step))
      ways.ratios[way_of(*c.result)].push_back(found->ratio.median);
  return ways;
}

/// The series called `name`, which follows those that there are.
PlotSeries& series_of(Plot& plot, const std::string& name) {
  const auto found = std::ranges::find(plot.series, name, &PlotSeries::name);
  if (found != plot.series.end()) return *found;
  constexpr std::array symbols = {Symbol::diamond, Symbol::square, Symbol::up, Symbol::down,
                                  Symbol::circle};
  const std::size_t i = plot.series.size();
  plot.series.push_back({.name = name,
                         .style = fmt::format("c{}", i % colours),
                         .symbol = symbols[i % symbols.size()]});
  return plot.series.back();
}

void add(PlotSeries& series, PlotPoint point) {
  if (series.points.size() < most_points) series.points.push_back(std::move(point));
}

PlotPoint point_of(const std::string& name, const std::string& way,
                   const std::vector<double>& ratios, std::size_t row) {
  const auto [low, high] = std::ranges::minmax(ratios);
  const double mean = geometric_mean(ratios).value;
  return {.x = mean,
          .y = static_cast<double>(row),
          .low = low,
          .high = high,
          .title = fmt::format("{} {}: {}, {} from {} to {}", name, way, ratio_text(mean),
                               plural(ratios.size(), "case"), ratio_text(low), ratio_text(high))};
}

Symbol symbol_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return Symbol::circle;
    case Verdict::slower:
      return Symbol::down;
    case Verdict::faster:
      return Symbol::up;
    case Verdict::inconclusive:
      break;
  }
  return Symbol::diamond;
}

}  // namespace

Plot overview_chart(const Report& report) {
  std::vector<std::pair<const ExperimentCases*, Ways>> rows;
  for (const ExperimentCases& experiment : report.experiments)
    if (Ways ways = ways_in(experiment); !ways.ratios.empty())
      rows.emplace_back(&experiment, std::move(ways));
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.second.slowest(); });
  rows.resize(std::min(rows.size(), most_rows));
  Plot plot = ratio_plot(report, "Performance against native code, by experiment");
  for (const char* way : {"plain", "matched"}) series_of(plot, way);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto& [experiment, ways] = rows[row];
    plot.rows.push_back({experiment->name, experiment->id});
    for (const auto& [way, ratios] : ways.ratios)
      add(series_of(plot, way), point_of(experiment->name, way, ratios, row));
  }
  std::erase_if(plot.series, [](const PlotSeries& series) { return series.points.empty(); });
  return plot;
}

namespace {

/// A row of an experiment's chart: a variant, how it is written, the file.
struct RatioRow {
  std::string variant;
  std::string name;
  std::vector<const CaseResult*> cases;
};

std::vector<RatioRow> ratio_rows(const Report& report, const ExperimentCases& experiment) {
  std::vector<RatioRow> rows;
  std::vector<std::string> order;
  for (const FileCase& c : experiment.cases) {
    if (kokkos_against_native(*c.result) == nullptr) continue;
    const std::string& variant = shown_variant(*c.result);
    const std::string name = labelled(report, c.file, variant + " " + way_of(*c.result));
    if (std::ranges::find(order, variant) == order.end()) order.push_back(variant);
    auto row = std::ranges::find(rows, name, &RatioRow::name);
    if (row == rows.end()) row = rows.insert(rows.end(), {variant, name, {}});
    row->cases.push_back(c.result);
  }
  std::ranges::stable_sort(
      rows, {}, [&](const RatioRow& row) { return std::ranges::find(order, row.variant); });
  rows.resize(std::min(rows.size(), most_rows));
  return rows;
}

PlotPoint point_of(const RatioRow& row, const CaseResult& c, std::size_t y) {
  const Interval& ratio = kokkos_against_native(c)->ratio;
  return {.x = ratio.median,
          .y = static_cast<double>(y),
          .low = ratio.low,
          .high = ratio.high,
          .title = fmt::format("{}, {}: {} [{}, {}]", row.name, setting_of(c),
                               ratio_text(ratio.median), ratio_text(ratio.low),
                               ratio_text(ratio.high))};
}

}  // namespace

Plot ratios_chart(const Report& report, const ExperimentCases& experiment) {
  const std::vector<RatioRow> rows = ratio_rows(report, experiment);
  Plot plot = ratio_plot(report, experiment.name + ": performance against native code, by variant");
  for (const Verdict verdict :
       {Verdict::parity, Verdict::slower, Verdict::faster, Verdict::inconclusive})
    plot.series.push_back({.name = std::string(name_of(verdict)),
                           .style = std::string(name_of(verdict)),
                           .symbol = symbol_of(verdict)});
  for (std::size_t y = 0; y < rows.size(); ++y) {
    plot.rows.push_back({rows[y].name, experiment.id + "?variant=" + rows[y].variant});
    for (const CaseResult* c : rows[y].cases)
      add(series_of(plot, std::string(name_of(kokkos_against_native(*c)->verdict))),
          point_of(rows[y], *c, y));
  }
  std::erase_if(plot.series, [](const PlotSeries& series) { return series.points.empty(); });
  return plot;
}

namespace {

/// Values that an axis can show; a hostile file has others.
bool is_drawable(double value) {
  constexpr double most = 1e15;
  return std::isfinite(value) && std::abs(value) < most && (value == 0 || std::abs(value) > 1 / most);
}

/// A wide range of positive values needs a logarithmic axis.
bool spans_widely(const std::vector<double>& values) {
  constexpr double wide = 8;
  const auto [least, most] = std::ranges::minmax(values);
  return least > 0 && most / least >= wide;
}

struct Measured {
  const CaseResult* of;
  std::string way;  // "native", "plain", "matched"
  double x;
  Interval value;
};

/// What a file has measured, in the unit of `measure`.
std::vector<Measured> measured_along(const ExperimentCases& experiment, std::size_t file,
                                     const std::string& parameter, Measure measure) {
  std::vector<Measured> all;
  for (const FileCase& c : experiment.cases) {
    const auto x = number_of(*c.result, parameter);
    if (c.file != file || !x || !is_drawable(*x)) continue;
    for (const ShownResult& shown : shown_results(*c.result)) {
      if (!shown.result->timing) continue;
      const Interval& seconds = shown.result->timing->seconds;
      const auto at = [&](double time) { return value_of(measure, c.result->work, time); };
      const Interval value = {at(seconds.median), at(seconds.low), at(seconds.high)};
      if (is_drawable(value.median) && is_drawable(value.low) && is_drawable(value.high))
        all.push_back({c.result, tame(shown_model(*c.result, shown.model), 40), *x, value});
    }
  }
  return all;
}

/// Names the curve that a result lies on. Cases that differ in more than `parameter` lie on
/// several, unless the other difference follows from it.
class CurveNames {
 public:
  CurveNames(const std::vector<Measured>& all, std::string parameter)
      : parameter_(std::move(parameter)) {
    std::map<std::string, std::multiset<double>> values;
    for (const Measured& one : all) values[short_name(one)].insert(one.x);
    for (const auto& [name, xs] : values)
      if (std::ranges::adjacent_find(xs) != xs.end()) ambiguous_.insert(name);
  }
  /// What a colour stands for.
  std::string kind(const Measured& one) const {
    const std::string rest =
        ambiguous_.contains(short_name(one)) ? ", " + setting_without(*one.of, parameter_) : "";
    return shown_variant(*one.of) + rest;
  }
  std::string name(const Measured& one) const {
    const std::string rest = kind(one).substr(shown_variant(*one.of).size());
    return short_name(one) + rest;
  }

 private:
  static std::string short_name(const Measured& one) {
    return shown_variant(*one.of) + " " + one.way;
  }
  std::string parameter_;
  std::set<std::string> ambiguous_;
};

void style_line(PlotSeries& series, const std::string& way, std::size_t colour) {
  series.style = fmt::format("c{}", colour % colours);
  series.is_line = true;
  const bool is_native = way == name_of(Model::native);
  const bool is_library = way == name_of(Model::vendor);
  series.symbol = is_native          ? Symbol::circle
                  : is_library       ? Symbol::up
                  : way == "matched" ? Symbol::square
                                     : Symbol::diamond;
  series.dashes = is_native ? "" : is_library ? "2 3" : way == "matched" ? "7 2 2 2" : "7 4";
}

std::vector<PlotSeries> lines_of(const std::vector<Measured>& all, const std::string& parameter,
                                 std::string_view unit) {
  const CurveNames names(all, parameter);
  std::vector<std::string> kinds;
  std::vector<PlotSeries> lines;
  for (const Measured& one : all) {
    const std::string name = names.name(one);
    auto line = std::ranges::find(lines, name, &PlotSeries::name);
    if (line == lines.end()) {
      const auto kind = std::ranges::find(kinds, names.kind(one));
      const auto colour = static_cast<std::size_t>(kind - kinds.begin());
      if (kind == kinds.end()) kinds.push_back(names.kind(one));
      line = lines.insert(lines.end(), {.name = name});
      style_line(*line, one.way, colour);
    }
    add(*line, {.x = one.x,
                .y = one.value.median,
                .low = std::min(one.value.low, one.value.high),
                .high = std::max(one.value.low, one.value.high),
                .title = fmt::format("{}, {}: {:.4g} {} [{:.4g}, {:.4g}]", name, setting_of(*one.of),
                                     one.value.median, unit, one.value.low, one.value.high)});
  }
  std::erase_if(lines, [](const PlotSeries& line) { return line.points.size() < 2; });
  for (PlotSeries& line : lines) std::ranges::stable_sort(line.points, {}, &PlotPoint::x);
  return lines;
}

}  // namespace

std::vector<Plot> curves(const Report& report, const ExperimentCases& experiment) {
  const auto parameter = varied_parameter(experiment);
  if (!parameter) return {};
  constexpr std::size_t most_lines = 30;
  const Measure measure = measure_of(report, experiment);
  const std::string_view unit = unit_of(measure);
  std::vector<Plot> plots;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const auto all = measured_along(experiment, file, *parameter, measure);
    std::vector<PlotSeries> lines = lines_of(all, *parameter, unit);
    lines.resize(std::min(lines.size(), most_lines));
    if (lines.empty()) continue;
    std::vector<double> xs;
    std::vector<double> ys;
    for (const Measured& one : all) {
      xs.push_back(one.x);
      ys.push_back(one.value.median);
    }
    const bool is_whole = std::ranges::all_of(xs, [](double x) { return x == std::floor(x); });
    const bool is_wide = spans_widely(ys);
    plots.push_back(
        {.title = labelled(report, file, fmt::format("{}: {} against {}", experiment.name, unit,
                                                     tame(*parameter, 40))),
         .x = {tame(*parameter, 40), spans_widely(xs), is_whole},
         .y = {.title = std::string(unit),
               .is_logarithmic = is_wide,
               .least = is_wide ? std::pair(0.0, 0.0) : std::pair(0.0, std::ranges::max(ys))},
         .series = std::move(lines)});
  }
  return plots;
}

namespace {

/// Up the slope of the memory to the ridge, then along the arithmetic limit.
PlotSeries roof(const Report& report, std::size_t file, const std::vector<double>& intensities) {
  const Ceilings& ceilings = report.files[file].results.ceilings;
  const double slope = ceilings.copy_bytes_per_s / 1e12;
  const double top = ceilings.flops / 1e12;
  const double ridge = top / slope;
  const double first = std::min(std::ranges::min(intensities), ridge) / 2;
  const double last = std::max(std::ranges::max(intensities), ridge) * 2;
  return {.name = labelled(report, file, fmt::format("measured ceilings, {:.4g} TFLOP/s", top)),
          .style = "roof",
          .is_line = true,
          .has_marks = false,
          .points = {{first, first * slope}, {ridge, top}, {last, top}}};
}

}  // namespace

Plot roofline_chart(const Report& report) {
  Plot plot = {.title = "TFLOP/s against flops per byte",
               .x = {"flops per byte requested", true},
               .y = {"TFLOP/s", true}};
  std::vector<double> intensities;
  for (const ExperimentCases& experiment : report.experiments)
    for (const FileCase& c : experiment.cases)
      for (const ShownResult& shown : shown_results(*c.result)) {
        if (!is_in_roofline(*c.result) || !shown.result->timing) continue;
        const Work& work = c.result->work;
        const double x = work.flops / work.bytes();
        const double y = work.flops / shown.result->timing->seconds.median / 1e12;
        if (!is_drawable(x) || !is_drawable(y) || x <= 0 || y <= 0) continue;
        intensities.push_back(x);
        const std::string way = tame(shown_model(*c.result, shown.model), 40);
        add(series_of(plot, way),
            {.x = x,
             .y = y,
             .title = fmt::format("{}/{} {}, {}: {:.4g} flops per byte, {:.4g} TFLOP/s",
                                  experiment.name, labelled(report, c.file, shown_variant(*c.result)),
                                  way, setting_of(*c.result), x, y)});
      }
  if (intensities.empty()) return {};
  for (std::size_t file = 0; file < report.files.size(); ++file)
    if (has_roof(report.files[file])) plot.series.push_back(roof(report, file, intensities));
  return plot;
}

Plot ablation_chart(const ShownAblation& ablation) {
  Plot plot = {.title = ablation.name + ": " + ablation.sum,
               .x = {.title = "performance against native code (1 is parity)", .least = {0, 1}}};
  PlotSeries steps = {.style = "c0", .is_line = true};
  for (const ShownStair& stair : ablation.stairs) {
    steps.points.push_back(
        {.x = stair.share,
         .y = static_cast<double>(plot.rows.size()),
         .note = stair.performance + (stair.gain.empty() ? "" : " (×" + stair.gain + ")")});
    plot.rows.push_back({stair.change});
  }
  plot.series.push_back(std::move(steps));
  return plot;
}

}  // namespace tilebridge::pages
