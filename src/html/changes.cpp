// SPDX-License-Identifier: Apache-2.0
#include "html/changes.hpp"

#include <vector>

#include "html/markup.hpp"
#include "pages/changes.hpp"

namespace tilebridge::html {
namespace {

std::string changes_html(const pages::Changes& changes) {
  const pages::Table& variants = changes.by_variant;
  return paragraph(changes.title, "class=\"summary\"") + list(changes.differences) +
         scrolling(changes.by_kind) +
         (variants.groups.front().rows.empty() ? paragraph("No case became slower or faster.")
                                               : scrolling(variants, "class=\"changes\""));
}

}  // namespace

std::string changes_section(const pages::Report& report) {
  std::vector<const Results*> timed;
  for (const pages::ReportFile& file : report.files)
    if (!is_profile(file.results)) timed.push_back(&file.results);
  if (timed.size() != 2) return "";
  const auto changes = pages::changes_between(*timed.front(), *timed.back(), report.catalogue);
  return changes ? section("changes", "What changed", changes_html(*changes)) : "";
}

}  // namespace tilebridge::html
