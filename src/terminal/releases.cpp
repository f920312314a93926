// SPDX-License-Identifier: Apache-2.0
#include "terminal/releases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "pages/releases.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

using Align = TextColumn::Align;

std::string rows_text(const pages::Table& table, std::vector<TextColumn> columns,
                      std::size_t most) {
  const TextColumns layout(std::move(columns), 2, page_width);
  const std::vector<pages::Table::Row>& rows = table.groups.front().rows;
  std::string text = layout.head();
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) text += layout.line(table, rows[i]);
  if (rows.size() > most) text += fmt::format("  … and {} more variants\n", rows.size() - most);
  return text;
}

std::vector<TextColumn> variant_columns(const pages::Table& table) {
  std::vector<TextColumn> columns = {{"variant", "variant", 30},
                                     {"model", "model", 7},
                                     {"ratio", "ratio", 5, Align::right},
                                     {"95% interval", " 95% interval", 14}};
  if (table.has_column("since")) columns.push_back({"since", "since", 12});
  columns.push_back({"case", "case"});
  return columns;
}

std::string text_of(const pages::ReleaseChanges& changes, std::size_t most) {
  std::string text = "\n" + clipped(tame(changes.title, 200), page_width) + "\n";
  text += rows_text(changes.by_level,
                    {{"code", "code", 28},
                     {"ratio", "÷ own Kokkos", 20},
                     {"variants", "variants", 8, Align::right},
                     {"slower cases", "slower", 6, Align::right, 2},
                     {"faster cases", "faster", 6, Align::right, 2}},
                    changes.by_level.groups.front().rows.size());
  if (!changes.by_variant.empty())
    text += rows_text(changes.by_variant, variant_columns(changes.by_variant), most);
  return text + (changes.without_result.empty() ? "" : "  " + changes.without_result + "\n");
}

}  // namespace

std::string releases_text(const Results& results, const Catalogue& catalogue, std::size_t most) {
  std::string text;
  for (const pages::ReleaseChanges& changes : pages::release_changes(results, catalogue))
    text += text_of(changes, most);
  return text;
}

}  // namespace tilebridge::terminal
