// SPDX-License-Identifier: Apache-2.0
#include "pages/svg_elements.hpp"

#include <fmt/format.h>

#include <sstream>

#include "base/escape.hpp"

namespace tilebridge::pages::svg {
namespace {

constexpr double text_height = 16;  // of a line of text

/// Attributes with the space before them.
std::string set_off(std::string_view attributes) {
  return attributes.empty() ? "" : fmt::format(" {}", attributes);
}

}  // namespace

Across units(double x) { return fmt::format("{:.1f}", x); }

std::string words(const Across& x, double y, std::string_view text, std::string_view attributes) {
  constexpr std::size_t longest = 200;
  return fmt::format("<text x=\"{}\" y=\"{:.0f}\"{}>{}</text>", x, y, set_off(attributes),
                     xml_escaped(one_printable_line(text, longest)));
}

std::string line(const Across& x1, double y1, const Across& x2, double y2,
                 std::string_view attributes) {
  return fmt::format("<line x1=\"{}\" y1=\"{:g}\" x2=\"{}\" y2=\"{:g}\"{}/>", x1, y1, x2, y2,
                     set_off(attributes));
}

std::string rectangle(const Across& x, double y, const Across& width, double height,
                      std::string_view attributes) {
  return fmt::format("<rect x=\"{}\" y=\"{:g}\" width=\"{}\" height=\"{:g}\" {}/>", x, y, width,
                     height, attributes);
}

std::string filled(std::string_view colour) { return fmt::format("class=\"in-{}\"", colour); }

Sheet::Sheet(Canvas canvas, double width, double edge)
    : canvas_(canvas), width_(width), edge_(edge) {}

void Sheet::add_lines(std::string_view text, std::string_view attributes, double letter) {
  const auto most = static_cast<std::size_t>((width_ - 2 * edge_) / letter);
  constexpr std::size_t longest = 1000;
  std::istringstream lines(wrapped(one_printable_line(text, longest), 0, most));
  for (std::string one; std::getline(lines, one);) {
    body_ += words(units(edge_), y_ + 12, one, attributes);
    y_ += text_height;
  }
}

void Sheet::add_title(std::string_view title) {
  y_ += 6;
  add_lines(title, "class=\"title\"", 8.2);
}

void Sheet::add_colour(std::string_view colour, std::string_view text) {
  add_to_legend(
      [&](double x, double y) { return rectangle(units(x - 4), y - 4, "9", 8, filled(colour)); },
      text);
}

double Sheet::next_in_legend(std::string_view text) {
  const double width = 32 + 6.6 * static_cast<double>(columns(text));
  if (legend_x_ > 0 && edge_ + legend_x_ + width > width_) end_legend();
  const double x = edge_ + legend_x_;
  legend_x_ += width;
  return x;
}

void Sheet::end_legend() {
  if (legend_x_ > 0) y_ += text_height;
  legend_x_ = 0;
}

std::string Sheet::finished(std::string_view name) const {
  const std::string height = fmt::format("{:.0f}", y_ + 6);
  const std::string label = xml_escaped(std::string(name));
  if (canvas_ == Canvas::page)
    return fmt::format(
        "<svg class=\"tb\" width=\"100%\" height=\"{}\" role=\"img\" "
        "aria-label=\"{}\">{}</svg>\n",
        height, label, body_);
  const std::string width = fmt::format("{:.0f}", width_);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tb\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" role=\"img\" aria-label=\"{2}\">{3}{4}</svg>\n",
      width, height, label, rectangle("0", 0, width, y_ + 6, filled("paper")), body_);
}

}  // namespace tilebridge::pages::svg
