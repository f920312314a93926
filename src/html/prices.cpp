// SPDX-License-Identifier: Apache-2.0
#include "html/prices.hpp"

#include <fmt/format.h>

#include "html/markup.hpp"
#include "view/prices.hpp"

namespace tilebridge::html {
namespace {

std::string list_html(const view::Report& report, std::size_t file) {
  const view::PriceList list = view::price_list(report.files[file].results, report.catalogue);
  if (list.habits.empty()) return "";
  view::Table table = view::prices_table(list);
  const std::string label = view::label_of(report, file);
  if (!label.empty()) table.caption += ", file " + label;
  return scrolling(table, "class=\"prices\"");
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
  for (std::size_t file = 0; file < report.files.size(); ++file) tables += list_html(report, file);
  if (tables.empty()) return "";
  return section("prices", "What ways of writing cost",
                 "<p>The time of a kernel as first written ÷ its time with one thing written "
                 "otherwise, or ÷ native where there is no other way. A row leads to its "
                 "experiment, which shows both codes.</p>\n" +
                     changes_html(report) + tables);
}

}  // namespace tilebridge::html
