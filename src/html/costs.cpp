// SPDX-License-Identifier: Apache-2.0
#include "html/costs.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "html/ablations.hpp"
#include "html/markup.hpp"
#include "pages/costs.hpp"

namespace tilebridge::html {
namespace {

Profiles profiles_in(const pages::Report& report) {
  Profiles profiles;
  for (const pages::ReportFile& file : report.files)
    if (is_profile(file.results)) profiles.push_back(&file.results);
  return profiles;
}

std::string code_html(const pages::CostList& list) {
  std::string html;
  for (const auto& [keys, before, after] : pages::idiom_codes(list))
    html += fmt::format(
        "<details class=\"explanation\"><summary>Code instead of {}</summary>\n<div "
        "class=\"columns\"><pre tabindex=\"0\"><code>{}</code></pre><pre tabindex=\"0\"><code>{}"
        "</code></pre></div></details>\n",
        text(keys), xml_escaped(before), xml_escaped(after));
  return html;
}

std::string list_html(const pages::Report& report, std::size_t file) {
  const pages::CostList list =
      pages::cost_list(report.files[file].results, report.catalogue, profiles_in(report));
  if (list.idioms.empty()) return ablations_html(list.ablations);
  pages::Table table = pages::costs_table(list);
  const std::string label = pages::label_of(report, file);
  if (!label.empty()) table.caption += ", file " + label;
  return scrolling(table, "class=\"costs\"") + code_html(list) + ablations_html(list.ablations);
}

std::string slow_kernels_html(const pages::Report& report, std::size_t file) {
  const auto kernels = pages::slow_kernels(report.files[file].results, report.catalogue);
  return kernels.empty() ? "" : scrolling(pages::slow_kernels_table(kernels), "class=\"costs\"");
}

std::string changes_html(const pages::Report& report) {
  if (report.files.size() != 2) return "";
  const pages::CostChanges changes = pages::cost_changes(
      report.files.front().results, report.files.back().results, report.catalogue);
  return changes.changes.empty() ? ""
                                 : scrolling(pages::cost_changes_table(changes), "class=\"costs\"");
}

}  // namespace

std::string costs_section(const pages::Report& report) {
  std::string tables;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    tables += list_html(report, file) + slow_kernels_html(report, file);
  if (tables.empty()) return "";
  return section("costs", "What ways of writing cost",
                 "<p>The time of a kernel as first written ÷ its time with one thing written "
                 "otherwise, or ÷ native where there is no other way. What is written instead "
                 "holds where the table says; the code below it is right everywhere. A row leads "
                 "to its experiment, which shows both kernels.</p>\n" +
                     changes_html(report) + tables);
}

}  // namespace tilebridge::html
