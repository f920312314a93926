// SPDX-License-Identifier: Apache-2.0
#include "terminal/changes.hpp"

#include "base/text.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

using Align = TextColumn::Align;

std::string table_text(const pages::Table& table, std::vector<TextColumn> columns) {
  const TextColumns layout(std::move(columns), 2, page_width);
  std::string text = "\n" + table.caption + "\n" + layout.head();
  for (const pages::Table::Row& row : table.groups.front().rows) text += layout.line(table, row);
  return text;
}

std::string variants_text(const pages::Table& table) {
  if (table.groups.front().rows.empty()) return "\nNo case became slower or faster.\n";
  return table_text(table, {{"variant", "variant", 30},
                            {"model", "model", 8},
                            {"after ÷ before", "÷ before", 8, Align::right},
                            {"cases", "cases", 28, Align::left, 2},
                            {"time", "largest change"}});
}

}  // namespace

std::string totals_text(const pages::Table& table) {
  return table_text(table, {{"code", "code", 28},
                            {"after ÷ before", "after ÷ before", 20},
                            {"variants", "variants", 8, Align::right},
                            {"slower cases", "slower", 6, Align::right, 2},
                            {"faster cases", "faster", 6, Align::right, 2}});
}

std::string aggregates_text(const pages::Table& table) {
  if (table.groups.front().rows.empty()) return "";
  return table_text(table, {{"kernels", "kernels", 36},
                            {"after ÷ before", "after ÷ before", 20},
                            {"variants", "variants", 8, Align::right},
                            {"trend", "trend", 0, Align::left, 2}});
}

std::string changes_text(const pages::Changes& changes) {
  std::string text = "\n" + wrapped("What changed: " + tame(changes.title, 200), 2) + "\n";
  for (const std::string& line : changes.differences) text += "  " + wrapped(line, 4) + "\n";
  return text + totals_text(changes.by_kind) + variants_text(changes.by_variant);
}

}  // namespace tilebridge::terminal
