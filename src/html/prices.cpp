// SPDX-License-Identifier: Apache-2.0
#include "html/prices.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "html/markup.hpp"
#include "html/staircases.hpp"
#include "view/prices.hpp"

namespace tilebridge::html {
namespace {

Profiles profiles_in(const view::Report& report) {
  Profiles profiles;
  for (const view::ReportFile& file : report.files)
    if (is_profile(file.results)) profiles.push_back(&file.results);
  return profiles;
}

std::string code_html(const view::PriceList& list) {
  std::string html;
  for (const auto& [keys, before, after] : view::idiom_codes(list))
    html += fmt::format(
        "<details class=\"explanation\"><summary>Code instead of {}</summary>\n<div "
        "class=\"columns\"><pre tabindex=\"0\"><code>{}</code></pre><pre tabindex=\"0\"><code>{}"
        "</code></pre></div></details>\n",
        text(keys), xml_escaped(before), xml_escaped(after));
  return html;
}

std::string list_html(const view::Report& report, std::size_t file) {
  const view::PriceList list =
      view::price_list(report.files[file].results, report.catalogue, profiles_in(report));
  if (list.habits.empty()) return staircases_html(list.staircases);
  view::Table table = view::prices_table(list);
  const std::string label = view::label_of(report, file);
  if (!label.empty()) table.caption += ", file " + label;
  return scrolling(table, "class=\"prices\"") + code_html(list) + staircases_html(list.staircases);
}

std::string slow_kernels_html(const view::Report& report, std::size_t file) {
  const auto kernels = view::slow_kernels(report.files[file].results, report.catalogue);
  return kernels.empty() ? "" : scrolling(view::slow_kernels_table(kernels), "class=\"prices\"");
}

std::string changes_html(const view::Report& report) {
  if (report.files.size() != 2) return "";
  const view::PriceChanges changes = view::price_changes(
      report.files.front().results, report.files.back().results, report.catalogue);
  return changes.changes.empty()
             ? ""
             : scrolling(view::price_changes_table(changes), "class=\"prices\"");
}

}  // namespace

std::string prices_section(const view::Report& report) {
  std::string tables;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    tables += list_html(report, file) + slow_kernels_html(report, file);
  if (tables.empty()) return "";
  return section("prices", "What ways of writing cost",
                 "<p>The time of a kernel as first written ÷ its time with one thing written "
                 "otherwise, or ÷ native where there is no other way. What is written instead "
                 "holds where the table says; the code below it is right everywhere. A row leads "
                 "to its experiment, which shows both kernels.</p>\n" +
                     changes_html(report) + tables);
}

}  // namespace tilebridge::html
