// SPDX-License-Identifier: Apache-2.0
#include "pages/charts.hpp"

#include <cmath>

#include "base/text.hpp"
#include "pages/curves.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t most_points = 2000;  // of a series

void add(PlotSeries& series, PlotPoint point) {
  if (series.points.size() < most_points) series.points.push_back(std::move(point));
}

}  // namespace

void add_chart(Document& document, const Plot& plot, const std::string& caption) {
  if (!plot.empty()) document.add(Figure{plot.title, plot_svg(plot), {}, caption});
}

std::string_view colour_of(const Model& model) {
  for (const std::string_view known : {"native", "kokkos", "raja", "alpaka", "openmp"})
    if (model.name() == known) return known;
  return "other";
}

namespace {

/// A wide range of positive values needs a logarithmic axis.
bool spans_widely(const std::vector<double>& values) {
  constexpr double wide = 8;
  const auto [least, most] = std::ranges::minmax(values);
  return least > 0 && most / least >= wide;
}

Symbol symbol_of(Form form) {
  if (form == Form::indices) return Symbol::diamond;
  if (form == Form::loops) return Symbol::circle;
  if (form == Form::rewritten) return Symbol::square;
  return form == Form::builtin ? Symbol::up : Symbol::down;
}

/// Dashes tell lines of the same model apart.
const char* dashes_of(std::size_t line) {
  constexpr std::array dashes = {"", "7 4", "2 3", "7 2 2 2", "12 3", "3 6"};
  return dashes[line % dashes.size()];
}

/// The vertical axis of a chart along a parameter.
struct Vertical {
  std::string name;
  std::string unit;  // behind a value, after a space
  ValueOf of;
  std::pair<double, double> band = {};
};

PlotSeries line_of(const Curve& curve, std::size_t kind, std::string_view unit) {
  const ModelForm& kernel = curve.points.front().cell.kernel;
  PlotSeries line = {.name = fmt::format("{} {}{}{}", curve.variant, curve.way,
                                         curve.rest.empty() ? "" : ", ", curve.rest),
                     .style = std::string(colour_of(kernel.model)),
                     .symbol = symbol_of(kernel.form),
                     .dashes = dashes_of(kind),
                     .is_line = true};
  for (const Measured& one : curve.points) {
    const auto [low, high] = std::minmax(one.value.low, one.value.high);
    add(line, {.x = one.x,
               .y = one.value.median,
               .low = low,
               .high = high,
               .title = fmt::format("{}: {:.4g}{} [{:.4g}, {:.4g}]", line.name, one.value.median,
                                    unit, low, high)});
  }
  return line;
}

std::vector<PlotSeries> lines_of(const std::vector<Measured>& all, const std::string& parameter,
                                 std::string_view unit) {
  constexpr std::size_t most_lines = 30;
  std::vector<std::pair<std::string, std::string>> kinds;  // which have dashes each
  std::vector<PlotSeries> lines;
  for (const Curve& curve : curves_in(all, parameter)) {
    if (lines.size() == most_lines) break;
    const std::pair kind = {curve.variant, curve.rest};
    const auto found = std::ranges::find(kinds, kind);
    lines.push_back(line_of(curve, static_cast<std::size_t>(found - kinds.begin()), unit));
    if (found == kinds.end()) kinds.push_back(kind);
  }
  return lines;
}

/// The range that the vertical axis has at least: a rate begins at 0.
std::pair<double, double> least_range(const Vertical& vertical, const std::vector<double>& ys) {
  if (vertical.band.first < vertical.band.second) return vertical.band;
  return spans_widely(ys) ? std::pair(0.0, 0.0) : std::pair(0.0, std::ranges::max(ys));
}

/// Adds a plot for each file.
void add_plots(std::vector<Plot>& plots, const Report& report, const ExperimentCases& experiment,
               const std::string& parameter, const Vertical& vertical) {
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const auto all = measured_along(experiment, file, parameter, vertical.of);
    std::vector<PlotSeries> lines = lines_of(all, parameter, vertical.unit);
    if (lines.empty()) continue;
    std::vector<double> xs;
    std::vector<double> ys;
    for (const Measured& one : all) {
      xs.push_back(one.x);
      ys.push_back(one.value.median);
    }
    const bool is_whole = std::ranges::all_of(xs, [](double x) { return x == std::floor(x); });
    plots.push_back(
        {.title = labelled(report, file,
                           fmt::format("{}: {} against {}", experiment.name, vertical.name,
                                       one_printable_line(parameter, 40))),
         .x = {one_printable_line(parameter, 40), spans_widely(xs), is_whole},
         .y = {.title = vertical.name,
               .is_logarithmic = spans_widely(ys),
               .least = least_range(vertical, ys)},
         .series = std::move(lines),
         .band = vertical.band});
  }
}

ValueOf rate_of(Measure measure) {
  return [measure](const judge::Cell& cell) -> std::optional<Interval> {
    const Interval& seconds = cell.result->timing->seconds;
    const auto at = [&](double time) { return value_of(measure, cell.of->work, time); };
    return Interval{at(seconds.median), at(seconds.low), at(seconds.high)};
  };
}

}  // namespace

std::vector<Plot> curves(const Report& report, const ExperimentCases& experiment) {
  std::vector<Plot> plots;
  const Measure measure = measure_of(experiment);
  const std::string unit(unit_of(measure));
  if (const auto parameter = varied_parameter(experiment))
    add_plots(plots, report, experiment, *parameter, {unit, " " + unit, rate_of(measure)});
  const auto size = varied_parameter(experiment, Along::size);
  const double band = parity_band(report.files.front().results);
  if (size && studies_sizes(report.cells.front()))
    add_plots(plots, report, experiment, *size,
              {"ratio (1 is parity)", "", ratio_of, {1 - band, 1 + band}});
  return plots;
}

Plot ablation_chart(const ShownAblation& ablation) {
  Plot plot = {.title = ablation.name + ": " + ablation.sum,
               .x = {.title = "performance against native code (1 is parity)", .least = {0, 1}}};
  PlotSeries steps = {.style = "kokkos", .is_line = true};
  for (const ShownStage& stage : ablation.stages) {
    steps.points.push_back(
        {.x = stage.share,
         .y = static_cast<double>(plot.rows.size()),
         .note = stage.performance + (stage.gain.empty() ? "" : " (×" + stage.gain + ")")});
    plot.rows.push_back(stage.change);
  }
  plot.series.push_back(std::move(steps));
  return plot;
}

}  // namespace tilebridge::pages
