// SPDX-License-Identifier: Apache-2.0
#include "terminal/kernels.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

std::string suggestion_text(const pages::Suggestion& suggestion) {
  const pages::IdiomCost& idiom = suggestion.idiom;
  const std::string cost = idiom.cost.empty() ? "" : fmt::format("{}×: ", idiom.cost);
  const auto indented = [](const std::string& text) {
    constexpr std::size_t indent = 4;
    return std::string(indent, ' ') + wrapped(text, indent, page_width) + "\n";
  };
  std::string text = suggestion.seen + "\n";
  text += indented(fmt::format("{}{}, {}", cost, idiom.key, idiom.written));
  if (!idiom.instead.empty()) text += indented("write: " + pages::instead_text(idiom));
  return text;
}

std::string lines_of(const pages::Table& table, const TextColumns& columns) {
  std::string text = columns.head();
  for (const pages::Table::Group& group : table.groups)
    for (const pages::Table::Row& row : group.rows) text += columns.line(table, row);
  return text;
}

std::string between_text(const pages::Table& between) {
  using Align = TextColumn::Align;
  const TextColumns columns({{"name", "between the kernels", 36},
                             {"kind", "kind", 10},
                             {"calls", "calls", 8, Align::right},
                             {"together", "together", 10, Align::right},
                             {"share", "share", 6, Align::right},
                             {"mean", "mean", 10, Align::right},
                             {"bytes", "bytes", 10, Align::right}},
                            2, page_width);
  std::string text = lines_of(between, columns);
  if (between.left_out > 0) text += fmt::format("  and {} more\n", between.left_out);
  return text;
}

}  // namespace

std::string kernels_text(const pages::KernelReport& report) {
  using Align = TextColumn::Align;
  const TextColumns columns({{"kernel", "kernel", 36},
                             {"kind", "kind", 6},
                             {"calls", "calls", 8, Align::right},
                             {"together", "together", 10, Align::right},
                             {"share", "share", 6, Align::right},
                             {"mean", "mean", 10, Align::right},
                             {"of the ceiling", "ceiling", 7, Align::right}},
                            2, page_width);
  std::string text = report.summary + "\n";
  if (!report.note.empty()) text += report.note + "\n";
  text += "\n" + lines_of(report.kernels, columns);
  if (!report.between.empty()) text += "\n" + between_text(report.between);
  if (!report.suggestions.empty())
    text += "\nWhat this suggests (all: tilebridge costs; each: tilebridge explain NAME):\n";
  for (const pages::Suggestion& suggestion : report.suggestions)
    text += suggestion_text(suggestion);
  return text;
}

}  // namespace tilebridge::terminal
