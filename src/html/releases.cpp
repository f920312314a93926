// SPDX-License-Identifier: Apache-2.0
#include "html/releases.hpp"

#include "html/markup.hpp"
#include "pages/releases.hpp"

namespace tilebridge::html {
namespace {

std::string changes_html(const pages::ReleaseChanges& changes, const std::string& label) {
  const std::string title = label.empty() ? changes.title : label + ": " + changes.title;
  const std::string missing = changes.without_result;
  return "<h3>" + text(title) + "</h3>\n" + scrolling(changes.by_level, "class=\"releases\"") +
         (changes.by_variant.empty() ? paragraph("It makes no case slower or faster.")
                                     : scrolling(changes.by_variant, "class=\"changes\"")) +
         (missing.empty() ? "" : paragraph(missing + "."));
}

}  // namespace

std::string releases_section(const pages::Report& report) {
  std::string tables;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    for (const auto& changes : pages::release_changes(report.files[file].results, report.catalogue))
      tables += changes_html(changes, pages::label_of(report, file));
  if (tables.empty()) return "";
  return section("releases", "Other Kokkos",
                 "<p>The same code compiled with another Kokkos, timed in the same rounds. 1 is as "
                 "fast as with the program's own, 0.5 twice the time; intervals are of 95%.</p>\n" +
                     tables);
}

}  // namespace tilebridge::html
