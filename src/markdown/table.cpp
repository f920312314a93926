// SPDX-License-Identifier: Apache-2.0
#include "markdown/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilebridge::markdown {

std::string markdown_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_head(const std::vector<std::string>& heads) {
  return markdown_row(heads) + markdown_row(std::vector<std::string>(heads.size(), "---"));
}

std::string markdown_table(const pages::Table& table) {
  std::vector<std::string> heads;
  for (const pages::Table::Column& column : table.columns) heads.push_back(column.head);
  std::string text = markdown_head(heads);
  for (const pages::Table::Group& group : table.groups)
    for (const pages::Table::Row& row : group.rows) {
      std::vector<std::string> cells;
      for (const pages::Cell& cell : row.cells) cells.push_back(cell.plain());
      cells.resize(heads.size());
      text += markdown_row(cells);
    }
  return text;
}

}  // namespace tilebridge::markdown
