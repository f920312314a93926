// SPDX-License-Identifier: Apache-2.0
#include "terminal/summary.hpp"

#include "base/text.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

std::string table_text(const pages::Table& table) {
  constexpr std::size_t name_width = 12;
  constexpr std::size_t figure_width = (screen_width - name_width) / 4;
  std::vector<TextColumn> columns;
  for (const pages::Table::Column& column : table.columns)
    columns.push_back({column.key, column.head, columns.empty() ? name_width : figure_width,
                       TextColumn::Align::left, 0});
  const TextColumns layout(std::move(columns), 0, screen_width);
  std::string text = table.caption + "\n" + without_trailing_spaces(layout.head()) + "\n";
  for (const pages::Table::Row& row : table.groups.front().rows)
    text += without_trailing_spaces(layout.line(table, row)) + "\n";
  return text;
}

}  // namespace

std::string summary_text(const Results& results, const Catalogue& catalogue) {
  if (results.cases.empty()) return "";
  std::string pairs;
  for (const std::string& line : pages::pair_lines(results, catalogue)) pairs += line + "\n";
  if (!pairs.empty()) pairs = "\n" + pairs;
  if (pages::is_of_host(results)) return pairs;
  const Summary summary = summarise(results.cases, catalogue);
  const pages::Table table = pages::summary_table(summary);
  if (!table.empty()) return pairs + "\n" + table_text(table);
  const std::string sentence = pages::summary_sentence(results, summary);
  return sentence.empty() ? pairs : pairs + "\n" + wrapped(sentence, 0, screen_width) + "\n";
}

}  // namespace tilebridge::terminal
