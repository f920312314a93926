// SPDX-License-Identifier: Apache-2.0
#include "html/ablations.hpp"

#include <fmt/format.h>

#include "html/markup.hpp"
#include "pages/charts.hpp"

namespace tilebridge::html {
std::string ablations_html(const std::vector<pages::ShownAblation>& ablations) {
  if (ablations.empty()) return "";
  std::string html =
      "<h3>From plain to matched, one idiom at a time</h3>\n<p>Each row is a kernel of its own, "
      "compared with the same native code; it changes one thing more than the row above "
      "it. Its helpers are in backends/kokkos/techniques.hpp, which is meant to be copied.</p>\n";
  for (const pages::ShownAblation& ablation : ablations)
    html += fmt::format("<h4>{}</h4>\n{}", text(ablation.name), figure(pages::ablation_chart(ablation), "")) +
            folded(pages::ablation_table(ablation), "kernels");
  return html;
}

}  // namespace tilebridge::html
