// SPDX-License-Identifier: Apache-2.0
#include "html/forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/escape.hpp"
#include "base/text.hpp"

namespace tilebridge::html {
namespace {

constexpr std::size_t most_points = 200;
constexpr double width = 900;
constexpr double left = 150;
constexpr double right = 30;
constexpr double line = 20;
constexpr double foot = 40;

/// 0.05, 0.1, 0.2, 0.5, 1, 2, …: all possible ticks of the axis.
constexpr std::array ticks = {0.01, 0.02, 0.05, 0.1,  0.2,  0.5,  1.0,
                              2.0,  5.0,  10.0, 20.0, 50.0, 100.0};

/// A logarithmic axis between the closest ticks that enclose all ratios.
class Axis {
 public:
  explicit Axis(const std::vector<pages::ForestRow>& rows) {
    for (const pages::ForestRow& row : rows)
      for (const ComparisonResult* c : row.comparisons) {
        while (first_ > 0 && ticks[first_] > c->ratio.median) --first_;
        while (last_ + 1 < ticks.size() && ticks[last_] < c->ratio.median) ++last_;
      }
  }
  double at(double ratio) const {
    const double low = std::log(ticks[first_]);
    const double high = std::log(ticks[last_]);
    const double share = (std::log(ratio) - low) / (high - low);
    return left + std::clamp(share, 0.0, 1.0) * (width - left - right);
  }
  std::vector<double> shown() const {
    return {ticks.begin() + static_cast<std::ptrdiff_t>(first_),
            ticks.begin() + static_cast<std::ptrdiff_t>(last_) + 1};
  }

 private:
  std::size_t first_ = 5;  // 0.5
  std::size_t last_ = 7;   // 2
};

/// A circle, a triangle pointing down or up, or a diamond.
std::string_view shape_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z";
    case Verdict::slower:
      return "m-4.5-3.5h9l-4.5 8z";
    case Verdict::faster:
      return "m-4.5 3.5h9l-4.5-8z";
    case Verdict::inconclusive:
      return "m0-5l5 5-5 5-5-5z";
  }
  return {};
}

std::string symbol(Verdict verdict, double x, double y) {
  return fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}{}\"/>", name_of(verdict), x, y,
                     shape_of(verdict));
}

std::string row_svg(const pages::ForestRow& row, const Axis& axis, double y) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                                left - 10, y + 4, xml_escaped(tame(row.name, 22)));
  const std::size_t points = std::min(most_points, row.comparisons.size());
  for (std::size_t i = 0; i < points; ++i) {
    const ComparisonResult& c = *row.comparisons[i];
    svg += fmt::format("<path class=\"interval\" d=\"M{:.1f} {}H{:.1f}\"/>", axis.at(c.ratio.low),
                       y, axis.at(c.ratio.high));
    svg += symbol(c.verdict, axis.at(c.ratio.median), y);
  }
  return svg +
         fmt::format("<path class=\"mean\" d=\"M{:.1f} {}v{}\"/>\n", axis.at(row.mean), y - 8, 16);
}

std::string axis_svg(const Axis& axis, double parity_band, double height) {
  const double low = axis.at(1 - parity_band);
  std::string svg =
      fmt::format("<rect class=\"band\" x=\"{:.1f}\" y=\"0\" width=\"{:.1f}\" height=\"{}\"/>\n",
                  low, axis.at(1 + parity_band) - low, height);
  for (const double tick : axis.shown())
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} 0V{1}\"/><text x=\"{0:.1f}\" y=\"{2}\" "
        "text-anchor=\"middle\">{3:g}</text>\n",
        axis.at(tick), height, height + 15, tick);
  return svg + fmt::format(
                   "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">performance against native "
                   "code (1 is parity), logarithmic</text>\n",
                   (left + width - right) / 2, height + 33);
}

}  // namespace

std::string forest_svg(const std::vector<pages::ForestRow>& rows, double parity_band) {
  if (rows.empty()) return "";
  const Axis axis(rows);
  const double height = line * static_cast<double>(rows.size());
  std::string svg = fmt::format(
      "<svg class=\"forest\" role=\"img\" aria-label=\"Performance against native code, by "
      "experiment\" viewBox=\"0 0 {} {}\">\n",
      width, height + foot);
  svg += axis_svg(axis, parity_band, height);
  for (std::size_t i = 0; i < rows.size(); ++i)
    svg += row_svg(rows[i], axis, line * (static_cast<double>(i) + 0.5));
  return svg + "</svg>\n";
}

}  // namespace tilebridge::html
