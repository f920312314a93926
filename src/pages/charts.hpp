// SPDX-License-Identifier: Apache-2.0
// Charts as data: values against values, or values in named rows. The charts of a report.
#pragma once

#include "pages/costs.hpp"
#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

enum class Symbol { circle, down, up, diamond, square };

struct PlotPoint {
  double x = 0;
  double y = 0;    // in a plot of rows, the row's number
  double low = 0;  // an interval of x in a plot of rows, else of y; none if both ends are equal
  double high = 0;
  std::string title = {};  // shown on hover
  std::string note = {};   // written next to the mark
};

struct PlotSeries {
  std::string name = {};   // in the legend; "" leaves it out
  std::string style = {};  // the class by which the page colours it
  Symbol symbol = Symbol::circle;
  std::string dashes = {};  // of the line, as in SVG; "" for a solid one
  bool is_line = false;     // its points are joined
  std::vector<PlotPoint> points = {};
};

struct PlotAxis {
  std::string title = {};
  bool is_logarithmic = false;
  bool is_binary = false;                // its ticks are powers of two: 64Ki
  std::pair<double, double> least = {};  // the range that it shows at least; none if both are equal
};

struct Plot {
  std::string title;
  PlotAxis x = {};
  PlotAxis y = {};
  std::vector<std::string> rows = {};  // from top to bottom; without any, y is an axis of its own
  std::vector<PlotSeries> series = {};
  std::pair<double, double> band = {};  // of y, shaded; none in a plot of rows

  bool empty() const { return series.empty(); }
};

/// A complete SVG element without colours, which the web page's style has; "" for an empty plot.
std::string plot_svg(const Plot& plot);

/// Adds the figure of a chart, if it shows anything.
void add_chart(Document& document, const Plot& plot, const std::string& caption);

/// The name under which src/write/picture.css has the colour of a model: "kokkos", or "other".
std::string_view colour_of(const Model& model);

/// Draws for each file what was measured against the parameter that the experiment varies; none if
/// it varies none. Of a study of sizes, the performance against native code is next to it.
std::vector<Plot> curves(const Report& report, const ExperimentCases& experiment);

/// A row for each step.
Plot ablation_chart(const ShownAblation& ablation);

}  // namespace tilebridge::pages
