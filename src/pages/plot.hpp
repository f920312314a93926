// SPDX-License-Identifier: Apache-2.0
// A chart as data: values against values, or values in named rows.
#pragma once

#include <string>
#include <utility>
#include <vector>

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
  bool has_marks = true;
  std::vector<PlotPoint> points = {};
};

struct PlotAxis {
  std::string title = {};
  bool is_logarithmic = false;
  bool is_binary = false;                // its ticks are powers of two: 64Ki
  std::pair<double, double> least = {};  // the range that it shows at least; none if both are equal
};

struct PlotRow {
  std::string name;
  std::string link = {};  // the section that it leads to
};

struct Plot {
  std::string title;
  PlotAxis x = {};
  PlotAxis y = {};
  std::vector<PlotRow> rows = {};  // from top to bottom; without any, y is an axis of its own
  std::vector<PlotSeries> series = {};
  std::pair<double, double> band = {};  // shaded, of x

  bool empty() const { return series.empty(); }
};

/// A complete SVG element without colours, which the web page's style has; "" for an empty plot.
std::string plot_svg(const Plot& plot);

}  // namespace tilebridge::pages
