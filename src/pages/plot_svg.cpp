// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "pages/charts.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {
namespace {

constexpr double width = 800;
constexpr double right = 20;
constexpr double row_height = 20;
constexpr double plot_height = 320;
constexpr double axis_height = 42;

std::string words_at(double x, double y, std::string_view words, std::string_view attributes = "") {
  return svg::words(fmt::format("{:.0f}", x), y, words, attributes);
}

constexpr std::string_view centred = "text-anchor=\"middle\"";
constexpr std::string_view to_the_left = "text-anchor=\"end\"";

/// Places values between two ends of the picture.
class Scale {
 public:
  Scale(const PlotAxis& axis, double from, double to) : axis_(axis), from_(from), to_(to) {
    if (axis.least.first < axis.least.second) {
      include(axis.least.first);
      include(axis.least.second);
    }
  }
  void include(double value) {
    if (axis_.is_logarithmic && value <= 0) return;
    low_ = std::min(low_, measured(value));
    high_ = std::max(high_, measured(value));
  }
  void widen() {
    const double margin = high_ > low_ ? 0.03 * (high_ - low_) : 1;
    low_ -= axis_.is_logarithmic || low_ != 0 ? margin : 0;
    high_ += margin;
  }
  double at(double value) const {
    const bool is_below = axis_.is_logarithmic && value <= 0;
    const double share = is_below ? 0 : (measured(value) - low_) / (high_ - low_);
    return from_ + std::clamp(share, 0.0, 1.0) * (to_ - from_);
  }
  std::vector<double> ticks() const { return axis_.is_logarithmic ? powers() : multiples(); }
  std::string label(double value) const {
    return axis_.is_binary && value == std::floor(value)
               ? to_string(Value(static_cast<std::int64_t>(value)))
               : fmt::format("{:g}", value);
  }

 private:
  double measured(double value) const {
    if (!axis_.is_logarithmic) return value;
    return axis_.is_binary ? std::log2(value) : std::log10(value);
  }
  /// Powers of the base, or 1, 2, 5 of each decade where there are few.
  std::vector<double> powers() const {
    constexpr double most = 9;
    const double step = std::max(1.0, std::ceil((high_ - low_) / most));
    const bool are_few = !axis_.is_binary && high_ - low_ < 3;
    std::vector<double> values;
    for (double power = std::floor(low_); power <= high_; power += step)
      for (const double digit : {1.0, 2.0, 5.0}) {
        if (digit > 1 && !are_few) break;
        const double value = digit * std::pow(axis_.is_binary ? 2 : 10, power);
        if (measured(value) >= low_ && measured(value) <= high_) values.push_back(value);
      }
    return values;
  }
  std::vector<double> multiples() const {
    constexpr double wanted = 6;
    const double rough = (high_ - low_) / wanted;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / decade < 2 ? 2 : rough / decade < 5 ? 5 : 10;
    std::vector<double> values;
    for (double k = std::ceil(low_ / (digit * decade)); k * digit * decade <= high_; ++k)
      values.push_back(k * digit * decade);
    return values;
  }

  PlotAxis axis_;
  double from_;
  double to_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::string_view shape_of(Symbol symbol) {
  constexpr std::array<std::string_view, 5> shapes = {"m-4 0a4 4 0 1 1 0 .1z",
                                                      "m-4.5-3.5h9l-4.5 8z", "m-4.5 3.5h9l-4.5-8z",
                                                      "m0-5l5 5-5 5-5-5z", "m-3.5-3.5h7v7h-7z"};
  return shapes.at(static_cast<std::size_t>(symbol));
}

class Chart {
 public:
  explicit Chart(const Plot& plot)
      : plot_(plot),
        height_(has_rows() ? row_height * static_cast<double>(plot.rows.size()) : plot_height),
        x_(plot.x, left(), width - right),
        y_(plot.y, height_, 0) {
    for (const PlotSeries& series : plot.series)
      for (const PlotPoint& point : series.points) include(point);
    x_.widen();
    y_.widen();
  }

  std::string svg() const {
    std::string body = frame();
    for (const PlotSeries& series : plot_.series) body += drawn(series);
    const double end = height_ + axis_height;
    const std::string keys = legend(end);
    const auto lines = (named() + per_line - 1) / per_line;
    return fmt::format(
        "<svg class=\"plot\" role=\"img\" aria-label=\"{}\" viewBox=\"0 -6 {} {}\">\n{}{}</svg>\n",
        xml_escaped(one_printable_line(plot_.title, 200)), width,
        end + row_height * static_cast<double>(lines) + 6, body, keys);
  }

 private:
  static constexpr std::size_t per_line = 3;

  bool has_rows() const { return !plot_.rows.empty(); }
  double left() const { return has_rows() ? 240 : 70; }
  double y_of(double y) const { return has_rows() ? row_height * (y + 0.5) : y_.at(y); }

  void include(const PlotPoint& point) {
    x_.include(point.x);
    y_.include(point.y);
    if (point.low == point.high) return;
    Scale& scale = has_rows() ? x_ : y_;
    scale.include(point.low);
    scale.include(point.high);
  }

  std::string frame() const {
    std::string svg;
    std::string grid;
    if (plot_.band.first < plot_.band.second) svg += band();
    for (const double tick : x_.ticks()) {
      grid += fmt::format("M{:.1f} 0V{}", x_.at(tick), height_);
      svg += words_at(x_.at(tick), height_ + 15, x_.label(tick), centred);
    }
    svg += words_at((left() + width - right) / 2, height_ + 33, plot_.x.title, centred);
    svg += has_rows() ? row_names() : vertical_axis(grid);
    return fmt::format("<path class=\"grid\" d=\"{}\"/>\n{}\n", grid, svg);
  }

  std::string band() const {
    const auto& [low, high] = plot_.band;
    return fmt::format(
        "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.4g}\" width=\"{:.1f}\" height=\"{:.4g}\"/>",
        left(), y_.at(high), width - right - left(), y_.at(low) - y_.at(high));
  }

  std::string row_names() const {
    constexpr std::size_t most = 40;
    std::string svg;
    for (std::size_t i = 0; i < plot_.rows.size(); ++i) {
      svg += words_at(left() - 10, y_of(static_cast<double>(i)) + 4,
                      shortened(printable(plot_.rows[i]), most), to_the_left);
    }
    return svg;
  }

  std::string vertical_axis(std::string& grid) const {
    std::string svg = fmt::format("<g transform=\"rotate(-90)\">{}</g>",
                                  words_at(-height_ / 2, 14, plot_.y.title, centred));
    for (const double tick : y_.ticks()) {
      grid += fmt::format("M{} {:.1f}H{}", left(), y_.at(tick), width - right);
      svg += words_at(left() - 6, y_.at(tick) + 4, y_.label(tick), to_the_left);
    }
    return svg;
  }

  std::string drawn(const PlotSeries& series) const {
    std::string line;
    std::string intervals;
    std::string marks;
    for (const PlotPoint& point : series.points) {
      const double x = x_.at(point.x);
      const double y = y_of(point.y);
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x, y);
      intervals += interval(point, x, y);
      marks += mark(series.symbol, point, x, y);
    }
    std::string svg;
    if (series.is_line) svg += line_svg(series, line);
    if (!intervals.empty()) svg += fmt::format("<path class=\"interval\" d=\"{}\"/>", intervals);
    return fmt::format("<g class=\"{}\">{}{}</g>\n", series.style, svg, marks);
  }

  static std::string line_svg(const PlotSeries& series, std::string_view path) {
    const std::string dashes =
        series.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", series.dashes);
    return fmt::format("<path class=\"line\" d=\"{}\"{}/>", path, dashes);
  }

  /// Nothing where the mark hides it.
  std::string interval(const PlotPoint& point, double x, double y) const {
    const Scale& scale = has_rows() ? x_ : y_;
    const double low = scale.at(point.low);
    const double high = scale.at(point.high);
    constexpr double least = 8;
    if (point.low == point.high || std::abs(high - low) < least) return "";
    return has_rows() ? fmt::format("M{:.1f} {:.1f}H{:.1f}", low, y, high)
                      : fmt::format("M{:.1f} {:.1f}V{:.1f}", x, low, high);
  }

  static std::string mark(Symbol symbol, const PlotPoint& point, double x, double y) {
    std::string svg = fmt::format("<path d=\"M{:.1f} {:.1f}{}\">", x, y, shape_of(symbol));
    if (!point.title.empty())
      svg += fmt::format("<title>{}</title>", html_text(one_printable_line(point.title, 200)));
    svg += "</path>";
    const bool has_room = x < width - 120;
    if (!point.note.empty())
      svg += words_at(x + (has_room ? 9 : -9), y + 4, point.note, has_room ? "" : to_the_left);
    return svg;
  }

  std::size_t named() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        plot_.series, [](const auto& series) { return !series.name.empty(); }));
  }

  std::string legend(double top) const {
    constexpr double column = width / per_line;
    std::string svg;
    std::size_t i = 0;
    for (const PlotSeries& series : plot_.series) {
      if (series.name.empty()) continue;
      const double x = 20 + column * static_cast<double>(i % per_line);
      const double y = top + row_height * static_cast<double>(i / per_line) + 6;
      svg += fmt::format("<g class=\"{}\">", series.style);
      if (series.is_line) svg += line_svg(series, fmt::format("M{} {}h28", x - 14, y));
      svg += mark(series.symbol, {}, x, y);
      svg += words_at(x + 18, y + 4, shortened(printable(series.name), 40)) + "</g>";
      ++i;
    }
    return svg;
  }

  const Plot& plot_;
  double height_;
  Scale x_;
  Scale y_;
};

}  // namespace

std::string plot_svg(const Plot& plot) { return plot.empty() ? "" : Chart(plot).svg(); }

}  // namespace tilebridge::pages
