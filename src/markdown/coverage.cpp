// SPDX-License-Identifier: Apache-2.0
#include "markdown/coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace tilebridge::markdown {
namespace {

/// A page's link is relative to docs/, where the table stands.
std::string linked(const std::string& place) {
  constexpr std::string_view folder = "docs/";
  switch (claims::kind_of(place)) {
    case claims::PlaceKind::claim:
      return place;
    case claims::PlaceKind::page:
      return fmt::format("[{0}]({0})", place.substr(folder.size()));
    case claims::PlaceKind::variant:
    case claims::PlaceKind::command:
      return "`" + place + "`";
  }
  return place;
}

std::string row(const claims::Item& item) {
  std::vector<std::string> places;
  for (const std::string& place : item.places) places.push_back(linked(place));
  return fmt::format("| {} | {} | {} | {} | {} |\n", item.source.section, item.text,
                     name_of(item.kind), fmt::join(places, ", "), pages::state_text(item));
}

}  // namespace

std::string coverage_markdown(const std::vector<pages::DocumentItems>& documents) {
  std::string text = fmt::format(
      "# Every line of the documents\n\nWhat the five documents show and state, item by item, and "
      "where it is: an experiment or a variant of one (`tilebridge list`), a claim "
      "([claims.md](claims.md)), a page, a command. An item that a document repeats stands at its "
      "first place. *Open* says what is still to be done. This page is the output of `tilebridge "
      "coverage --format markdown`; a test holds every place against the program.\n\n{}.\n",
      pages::counts_text(documents));
  for (const auto& [document, items] : documents) {
    text += fmt::format("\n## {}: {}\n\n{}.\n\n", document.name, document.title,
                        pages::counts_text(items));
    text += "| section | item | kind | where | state |\n| --- | --- | --- | --- | --- |\n";
    for (const claims::Item* item : items) text += row(*item);
  }
  return text;
}

}  // namespace tilebridge::markdown
