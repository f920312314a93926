// SPDX-License-Identifier: Apache-2.0
#include "pages/charts.hpp"

#include <cmath>
#include <set>

#include "base/text.hpp"
#include "judge/summary.hpp"
#include "pages/curves.hpp"
#include "pages/run.hpp"
#include "results/statistics.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t most_rows = 60;
constexpr std::size_t most_points = 2000;  // of a series
constexpr std::size_t colours = 8;         // that the page's style has, c0 to c7

Plot ratio_plot(const Report& report, std::string title) {
  const double band = parity_band(report.files.front().results);
  return {.title = std::move(title),
          .x = {.title = "performance against native code (1 is parity)",
                .is_logarithmic = true,
                .least = {0.5, 2}},
          .band = {1 - band, 1 + band}};
}

/// Ratios by the form of Kokkos, or in a pair of the user's own by the model.
using Forms = std::map<std::string, std::vector<double>>;

double performance_of(const Forms& forms) {
  const auto loops = forms.find("loops");
  return geometric_mean(loops == forms.end() ? forms.begin()->second : loops->second).value;
}

Forms forms_in(const ExperimentCases& experiment, const Catalogue& catalogue) {
  Forms forms;
  for (const FileCase& c : experiment.cases)
    for (const auto& [name, cell] : judge::against_reference(*c.result, *c.cells, catalogue))
      if (c.result->form != name_of(Form::step))
        forms[one_printable_line(name, 40)].push_back(cell->against_native->ratio.median);
  return forms;
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

PlotPoint point_of(const std::string& name, const std::string& form,
                   const std::vector<double>& ratios, std::size_t row) {
  const auto [low, high] = std::ranges::minmax(ratios);
  const double mean = geometric_mean(ratios).value;
  return {.x = mean,
          .y = static_cast<double>(row),
          .low = low,
          .high = high,
          .title = fmt::format("{} {}: {}, {} from {} to {}", name, form, ratio_text(mean),
                               plural(ratios.size(), "case"), ratio_text(low), ratio_text(high))};
}

Symbol symbol_of(Verdict verdict) {
  constexpr std::array symbols = {Symbol::circle, Symbol::down, Symbol::up, Symbol::diamond};
  return symbols.at(static_cast<std::size_t>(verdict));
}

}  // namespace

void add_chart(Document& document, const Plot& plot, const std::string& caption) {
  if (!plot.empty()) document.add(Figure{plot.title, plot_svg(plot), {}, caption});
}

Plot overview_chart(const Report& report) {
  std::vector<std::pair<const ExperimentCases*, Forms>> rows;
  for (const ExperimentCases& experiment : report.experiments)
    if (Forms forms = forms_in(experiment, report.catalogue); !forms.empty())
      rows.emplace_back(&experiment, std::move(forms));
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return performance_of(row.second); });
  rows.resize(std::min(rows.size(), most_rows));
  Plot plot = ratio_plot(report, "Performance against native code, by experiment");
  for (const char* form : {"loops", "rewritten"}) series_of(plot, form);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto& [experiment, forms] = rows[row];
    plot.rows.push_back({experiment->name, experiment->id});
    for (const auto& [form, ratios] : forms)
      add(series_of(plot, form), point_of(experiment->name, form, ratios, row));
  }
  std::erase_if(plot.series, [](const PlotSeries& series) { return series.points.empty(); });
  return plot;
}

namespace {

/// A row of an experiment's chart: a variant, how it is written, the file.
struct RatioRow {
  std::string variant;
  std::string name;
  std::vector<const judge::Cell*> points;
};

std::vector<RatioRow> ratio_rows(const Report& report, const ExperimentCases& experiment) {
  std::vector<RatioRow> rows;
  std::vector<std::string> order;
  for (const FileCase& c : experiment.cases) {
    const std::string& variant = shown_variant(*c.result);
    for (const auto& [form, cell] :
         judge::against_reference(*c.result, *c.cells, report.catalogue)) {
      const std::string name =
          labelled(report, c.file, variant + " " + one_printable_line(form, 40));
      if (std::ranges::find(order, variant) == order.end()) order.push_back(variant);
      auto row = std::ranges::find(rows, name, &RatioRow::name);
      if (row == rows.end()) row = rows.insert(rows.end(), {variant, name, {}});
      row->points.push_back(cell);
    }
  }
  std::ranges::stable_sort(
      rows, {}, [&](const RatioRow& row) { return std::ranges::find(order, row.variant); });
  rows.resize(std::min(rows.size(), most_rows));
  return rows;
}

PlotPoint point_of(const judge::Cell& cell, std::size_t y) {
  const Interval& ratio = cell.against_native->ratio;
  return {.x = ratio.median,
          .y = static_cast<double>(y),
          .low = ratio.low,
          .high = ratio.high,
          .title = fmt::format("{}: {}", setting_of(*cell.of), ratio_text(ratio))};
}

}  // namespace

Plot ratios_chart(const Report& report, const ExperimentCases& experiment) {
  const std::vector<RatioRow> rows = ratio_rows(report, experiment);
  Plot plot = ratio_plot(report, experiment.name + ": performance against native code, by variant");
  for (const Verdict verdict :
       {Verdict::parity, Verdict::slower, Verdict::faster, Verdict::undecided})
    plot.series.push_back({.name = std::string(name_of(verdict)),
                           .style = std::string(name_of(verdict)),
                           .symbol = symbol_of(verdict)});
  for (std::size_t y = 0; y < rows.size(); ++y) {
    plot.rows.push_back({rows[y].name, experiment.id + "?variant=" + rows[y].variant});
    for (const judge::Cell* cell : rows[y].points)
      add(series_of(plot, std::string(name_of(cell->against_native->verdict))), point_of(*cell, y));
  }
  std::erase_if(plot.series, [](const PlotSeries& series) { return series.points.empty(); });
  return plot;
}

namespace {

/// A wide range of positive values needs a logarithmic axis.
bool spans_widely(const std::vector<double>& values) {
  constexpr double wide = 8;
  const auto [least, most] = std::ranges::minmax(values);
  return least > 0 && most / least >= wide;
}

struct Look {
  std::string_view way;
  Symbol symbol;
  const char* dashes;
};

const Look& look_of(std::string_view way) {
  static constexpr std::array looks = {
      Look{"native", Symbol::circle, ""}, Look{"library", Symbol::up, "2 3"},
      Look{"rewritten", Symbol::square, "7 2 2 2"}, Look{"others", Symbol::diamond, "7 4"}};
  return *std::find_if(looks.begin(), looks.end() - 1,
                       [&](const Look& look) { return look.way == way; });
}

/// The vertical axis of a chart along a parameter.
struct Vertical {
  std::string name;
  std::string unit;  // behind a value, after a space
  ValueOf of;
  std::pair<double, double> band = {};
};

PlotSeries line_of(const Curve& curve, std::size_t colour, std::string_view unit) {
  const auto& [way, symbol, dashes] = look_of(curve.way);
  PlotSeries line = {.name = fmt::format("{} {}{}{}", curve.variant, curve.way,
                                         curve.rest.empty() ? "" : ", ", curve.rest),
                     .style = fmt::format("c{}", colour % colours),
                     .symbol = symbol,
                     .dashes = dashes,
                     .is_line = true};
  for (const Measured& one : curve.points) {
    const auto [low, high] = std::minmax(one.value.low, one.value.high);
    add(line,
        {.x = one.x,
         .y = one.value.median,
         .low = low,
         .high = high,
         .title = fmt::format("{} {}, {}: {:.4g}{} [{:.4g}, {:.4g}]", curve.variant, curve.way,
                              setting_of(*one.cell.of), one.value.median, unit, low, high)});
  }
  return line;
}

std::vector<PlotSeries> lines_of(const std::vector<Measured>& all, const std::string& parameter,
                                 std::string_view unit) {
  constexpr std::size_t most_lines = 30;
  std::vector<std::pair<std::string, std::string>> kinds;  // which have a colour each
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
  PlotSeries steps = {.style = "c0", .is_line = true};
  for (const ShownStage& stage : ablation.stages) {
    steps.points.push_back(
        {.x = stage.share,
         .y = static_cast<double>(plot.rows.size()),
         .note = stage.performance + (stage.gain.empty() ? "" : " (×" + stage.gain + ")")});
    plot.rows.push_back({stage.change});
  }
  plot.series.push_back(std::move(steps));
  return plot;
}

}  // namespace tilebridge::pages
