// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "base/escape.hpp"
#include "judge/portability.hpp"
#include "pages/cases.hpp"
#include "pages/charts.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"
#include "pages/portability.hpp"
#include "pages/run.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {
namespace {

using judge::Efficiencies;
using judge::KnownVariant;
using judge::PortableKernel;
using judge::PortableVariant;
using svg::Across;
using svg::line;
using svg::units;
using svg::words;

/// A model's usual kernel, or native code of all platforms.
struct PortableApplication {
  std::string label;
  std::string_view colour;
  PortableKernel kernel;
};

/// In the order in which models are shown.
std::vector<PortableApplication> applications_of(const PortableVariant& variant) {
  std::vector<PortableApplication> all;
  for (const PortableKernel& kernel : variant.kernels)
    if (&kernel == judge::usual_kernel(variant, kernel.model))
      all.push_back({shown_model(kernel.cell()), colour_of(kernel.cell().kernel.model), kernel});
  std::ranges::stable_sort(
      all, {}, [](const PortableApplication& a) { return place_of(a.kernel.cell().kernel.model); });
  if (auto native = judge::native_of_each_platform(variant))
    all.push_back({"each platform's own code", "dim", *std::move(native)});
  return all;
}

/// A machine's label and the efficiency there; 0 where it lacks the kernel.
using Step = std::pair<double, std::string>;

/// The machines from the most to the least efficient one.
std::vector<Step> steps_of(const Report& report, const PortableVariant& variant,
                           const PortableApplication& application) {
  const Efficiencies efficiencies = judge::model_efficiencies(application.kernel);
  std::vector<Step> steps;
  for (std::size_t i = 0; i < efficiencies.size(); ++i)
    steps.emplace_back(efficiencies[i] ? efficiencies[i]->median : 0,
                       label_of(report, variant.machines[i]));
  std::ranges::stable_sort(steps, std::greater(), &Step::first);
  return steps;
}

/// The metric of the first machine, of the first two, and so on.
std::vector<double> metrics_of(const std::vector<Step>& steps) {
  std::vector<double> metrics;
  Efficiencies so_far;
  for (const auto& [efficiency, label] : steps) {
    so_far.push_back(efficiency > 0 ? std::optional(Interval{efficiency, efficiency, efficiency})
                                    : std::nullopt);
    metrics.push_back(judge::harmonic_mean(so_far).median);
  }
  return metrics;
}

std::string titled(std::string_view text) {
  return fmt::format("<title>{}</title>", xml_escaped(std::string(text)));
}

/// A square from 0 to 1 both ways, an element of its own in which places across are shares.
struct Panel {
  double height;

  double y(double value) const { return height * (1 - value); }
  static Across x(double share) { return fmt::format("{:.1f}%", 100 * share); }

  std::string grid() const {
    std::string text;
    for (const double at : {0.0, 0.5, 1.0}) {
      text += line("0%", y(at), "100%", y(at), "class=\"grid\"");
      text += words("0%", y(at) + 4, fmt::format("{:g}", at),
                    "class=\"dim\" text-anchor=\"end\" dx=\"-4\"");
    }
    return text;
  }
};

/// The efficiencies of an application, a dotted line, and above or on it the metric of the machines
/// so far.
std::string cascade_of(const Panel& panel, const std::vector<Step>& steps,
                       const PortableApplication& application) {
  const std::vector<double> metrics = metrics_of(steps);
  const auto x = [&](std::size_t i) {
    return Panel::x((static_cast<double>(i) + 0.5) / static_cast<double>(steps.size()));
  };
  std::string lines, marks, machines;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    machines += fmt::format("{}{} {}", i > 0 ? ", " : "", steps[i].second,
                            steps[i].first > 0 ? two_digits(steps[i].first) : "none");
    if (i > 0) {
      lines += line(x(i - 1), panel.y(steps[i - 1].first), x(i), panel.y(steps[i].first),
                    "stroke-dasharray=\"2 3\"");
      lines += line(x(i - 1), panel.y(metrics[i - 1]), x(i), panel.y(metrics[i]));
    }
    marks += fmt::format(
        "<circle cx=\"{}\" cy=\"{:.1f}\" r=\"3\">{}</circle>", x(i), panel.y(metrics[i]),
        titled(fmt::format("{}: {}; PP {}", application.label, machines, two_digits(metrics[i]))));
  }
  return fmt::format("<g class=\"{}\">{}{}</g>", application.colour, lines, marks);
}

/// Below a panel: the order of the machines, in each model's colour.
std::string order_of(const std::vector<std::vector<Step>>& all,
                     const std::vector<PortableApplication>& applications, double y) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string order;
    for (const auto& [efficiency, label] : all[i]) order += efficiency > 0 ? label : "–";
    text += fmt::format(
        "<g class=\"{}\">{}</g>", applications[i].colour,
        words(Panel::x((static_cast<double>(i) + 0.5) / static_cast<double>(all.size())), y, order,
              "text-anchor=\"middle\" class=\"of\""));
  }
  return text;
}

std::string cascade_panel(const Report& report, const KnownVariant& known, double height) {
  const Panel panel = {height};
  const std::vector<PortableApplication> applications = applications_of(*known.variant);
  std::vector<std::vector<Step>> steps;
  std::string text = words("0%", -8, known.name, "font-weight=\"600\"") + panel.grid();
  for (const PortableApplication& application : applications) {
    steps.push_back(steps_of(report, *known.variant, application));
    text += cascade_of(panel, steps.back(), application);
  }
  return text + order_of(steps, applications, height + 16);
}

/// The lines of its source code on one machine, by file and number.
using SourceLines = std::set<std::pair<std::string_view, std::size_t>>;

SourceLines source_lines(const judge::Cell& cell, const Catalogue& catalogue) {
  SourceLines lines;
  const sources::Listing listing = listing_of(*cell.of, cell.kernel, catalogue);
  for (const sources::Fragment& fragment : listing.fragments)
    for (std::size_t line = fragment.first_line; line < fragment.end_line(); ++line)
      lines.emplace(fragment.path, line);
  return lines;
}

/// The part of their lines that both have.
double common_share(const SourceLines& a, const SourceLines& b) {
  const auto both = static_cast<double>(
      std::ranges::count_if(a, [&](const auto& line) { return b.contains(line); }));
  const double either = static_cast<double>(a.size() + b.size()) - both;
  return either > 0 ? both / either : 1;
}

/// The mean over pairs of machines (Harrell and Kitson; Pennycook and Sewall): 1 where all run the
/// same source code, 0 where none is common. None of one machine.
std::optional<double> convergence_of(const PortableKernel& kernel, const Catalogue& catalogue) {
  std::vector<SourceLines> all;
  for (const auto& on : kernel.on)
    if (on) all.push_back(source_lines(*on->cell, catalogue));
  double sum = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs) sum += common_share(all[i], all[j]);
  return pairs > 0 ? std::optional(sum / pairs) : std::nullopt;
}

/// A point of the navigation chart.
struct Point {
  double convergence;
  double metric;
};

/// The points of each application that any kernel has, by label.
struct Series {
  std::string label;
  std::string_view colour;
  std::vector<Point> points;
  std::vector<std::string> names;
};

std::vector<Series> series_of(const std::vector<KnownVariant>& rows, const Catalogue& catalogue) {
  std::vector<Series> all;
  for (const KnownVariant& row : rows)
    for (const PortableApplication& application : applications_of(*row.variant)) {
      const auto convergence = convergence_of(application.kernel, catalogue);
      if (!convergence) continue;
      auto series = std::ranges::find(all, application.label, &Series::label);
      if (series == all.end())
        series = all.insert(all.end(), {application.label, application.colour, {}, {}});
      const Efficiencies efficiencies = judge::model_efficiencies(application.kernel);
      series->points.push_back({*convergence, judge::harmonic_mean(efficiencies).median});
      series->names.push_back(row.name);
    }
  return all;
}

double median_by(std::vector<Point> points, double Point::*of) {
  std::ranges::sort(points, {}, of);
  return points[(points.size() - 1) / 2].*of;
}

/// A small mark for each kernel, and a large one at the medians. `shift` sets models apart that
/// have the same source code everywhere.
std::string points_of(const Panel& panel, const Series& series, double shift) {
  const auto x = [&](double convergence) { return Panel::x(0.04 + 0.86 * convergence + shift); };
  std::string text;
  for (std::size_t i = 0; i < series.points.size(); ++i)
    text += fmt::format("<circle class=\"faint\" cx=\"{}\" cy=\"{:.1f}\" r=\"2.5\">{}</circle>",
                        x(series.points[i].convergence), panel.y(series.points[i].metric),
                        titled(fmt::format("{}, {}: PP {}", series.label, series.names[i],
                                           two_digits(series.points[i].metric))));
  const double convergence = median_by(series.points, &Point::convergence);
  const double metric = median_by(series.points, &Point::metric);
  text += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"6\">{}</circle>", x(convergence),
                      panel.y(metric),
                      titled(fmt::format("{}, median of {}: PP {}, convergence {}", series.label,
                                         plural(series.points.size(), "kernel"), two_digits(metric),
                                         two_digits(convergence))));
  return fmt::format("<g class=\"{}\">{}</g>", series.colour, text);
}

std::string navigation_panel(const std::vector<Series>& all, const Panel& panel) {
  std::string text = panel.grid();
  for (const double at : {0.0, 0.5, 1.0})
    text += words(Panel::x(0.04 + 0.86 * at), panel.height + 16, fmt::format("{:g}", at),
                  "class=\"dim\" text-anchor=\"middle\"");
  const double apart = 0.1 / static_cast<double>(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    text += points_of(panel, all[i], apart * static_cast<double>(i));
  return text;
}

/// How a canvas is divided.
struct PanelRows {
  double width;
  double edge;
  std::size_t panels;  // beside one another
};

PanelRows panel_rows(Canvas canvas) {
  if (canvas == Canvas::narrow) return {360, 8, 2};
  return canvas == Canvas::wide ? PanelRows{700, 12, 4} : PanelRows{300, 0, 3};
}

/// Panels in rows, each a share of the width.
void add_panels(svg::Sheet& sheet, const PanelRows& layout, const std::vector<std::string>& panels,
                double height, bool is_of_page) {
  constexpr double above = 26, below = 30, axis = 24;  // of a panel: its name, the order, numbers
  const double share = 100.0 / static_cast<double>(layout.panels);
  for (std::size_t i = 0; i < panels.size(); i += layout.panels) {
    std::string row;
    for (std::size_t k = 0; k < layout.panels && i + k < panels.size(); ++k)
      row += fmt::format(
          "<svg x=\"{:.1f}%\" width=\"{:.1f}%\"><svg x=\"{:g}\" width=\"78%\">{}</svg></svg>",
          share * static_cast<double>(k), share, axis, panels[i + k]);
    const std::string width =
        is_of_page ? "100%" : fmt::format("{:.0f}", layout.width - 2 * layout.edge);
    sheet.add(fmt::format("<svg x=\"{:g}\" y=\"{:g}\" width=\"{}\">{}</svg>", layout.edge,
                          sheet.y() + above, width, row));
    sheet.skip(above + height + below);
  }
}

/// The colours of the applications that any kernel has.
void add_colours(svg::Sheet& sheet, const std::vector<KnownVariant>& rows) {
  std::set<std::string> added;
  for (const KnownVariant& row : rows)
    for (const PortableApplication& application : applications_of(*row.variant))
      if (added.insert(application.label).second)
        sheet.add_colour(application.colour, application.label);
  sheet.end_legend();
}

}  // namespace

std::string portability_svg(const Report& report, Canvas canvas) {
  const std::vector<PortableVariant> variants = ported_variants(report);
  const std::vector<KnownVariant> rows = judge::known_variants(variants, report.catalogue);
  if (rows.empty()) return "";
  const PanelRows layout = panel_rows(canvas);
  const bool is_of_page = canvas == Canvas::page;
  svg::Sheet sheet(canvas, layout.width, layout.edge);
  if (!is_of_page) sheet.add_title("Performance portability of models in loops");
  for (std::size_t i = 0; i < report.files.size(); ++i)
    sheet.add_note(
        fmt::format("{}: {}", label_of(report, i), device_text(report.files[i].results)));
  add_colours(sheet, rows);
  sheet.add_note(
      "By kernel, from left to right: one machine, two, and so on, from the most to the least "
      "efficient, in the order below. Dotted: model efficiency there; line: PP of the machines so "
      "far.");
  constexpr double height = 96, chart_height = 200;
  std::vector<std::string> panels;
  for (const KnownVariant& row : rows) panels.push_back(cascade_panel(report, row, height));
  add_panels(sheet, layout, panels, height, is_of_page);
  sheet.add_note(
      "PP of all machines (up) by code convergence (across; 1: every machine runs the same source "
      "code). Small: a kernel; large: the median.");
  const std::vector<Series> series = series_of(rows, report.catalogue);
  add_panels(sheet, {layout.width, layout.edge, 1}, {navigation_panel(series, {chart_height})},
             chart_height, is_of_page);
  return sheet.finished(
      "Performance portability: efficiencies of each model by machine, and the "
      "metric by code convergence");
}

}  // namespace tilebridge::pages
