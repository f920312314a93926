// SPDX-License-Identifier: Apache-2.0
#include "html/ablations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "html/markup.hpp"

namespace tilebridge::html {
namespace {

constexpr double width = 900;
constexpr double left = 330;
constexpr double right = 30;
constexpr double line = 24;
constexpr double foot = 24;

/// A linear axis from 0 to the longest bar, and at least to native performance.
class Axis {
 public:
  explicit Axis(const pages::ShownAblation& ablation) {
    for (const pages::ShownStair& stair : ablation.stairs) most_ = std::max(most_, stair.share);
  }
  double at(double share) const { return left + share / most_ * (width - left - right); }

 private:
  double most_ = 1;
};

std::string stair_svg(const pages::ShownStair& stair, const Axis& axis, double y) {
  const std::string gain = stair.gain.empty() ? "" : fmt::format(" (×{})", stair.gain);
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
      "<rect class=\"stair\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>"
      "<text x=\"{}\" y=\"{}\">{}{}</text>\n",
      left - 10, y + line / 2 + 4, xml_escaped(shortened(stair.change, 50)), left, y + 3,
      axis.at(stair.share) - left, line - 6, left + 6, y + line / 2 + 4,
      xml_escaped(stair.performance), xml_escaped(gain));
}

std::string chart_of(const pages::ShownAblation& ablation) {
  const Axis axis(ablation);
  const double height = line * static_cast<double>(ablation.stairs.size());
  std::string svg = fmt::format(
      "<svg class=\"ablation\" role=\"img\" aria-label=\"{}: {}\" viewBox=\"0 0 {} {}\">\n",
      xml_escaped(ablation.name), xml_escaped(ablation.sum), width, height + foot);
  for (std::size_t i = 0; i < ablation.stairs.size(); ++i)
    svg += stair_svg(ablation.stairs[i], axis, line * static_cast<double>(i));
  return svg + fmt::format(
                   "<path class=\"native\" d=\"M{0:.1f} 0V{1}\"/><text x=\"{0:.1f}\" y=\"{2}\" "
                   "text-anchor=\"middle\">native</text>\n</svg>\n",
                   axis.at(1), height, height + 16);
}

}  // namespace

std::string ablations_html(const std::vector<pages::ShownAblation>& ablations) {
  if (ablations.empty()) return "";
  std::string html =
      "<h3>From plain to matched, one idiom at a time</h3>\n<p>Each bar is a kernel of its own, "
      "compared with the same native code; it changes one thing more than the bar above "
      "it. Its helpers are in backends/kokkos/techniques.hpp, which is meant to be copied.</p>\n";
  for (const pages::ShownAblation& ablation : ablations)
    html += fmt::format("<h4>{}</h4>\n{}", text(ablation.name), chart_of(ablation)) +
            paragraph(ablation.sum) + folded(pages::ablation_table(ablation), "kernels");
  return html;
}

}  // namespace tilebridge::html
