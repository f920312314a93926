// SPDX-License-Identifier: Apache-2.0
// Tables as lines of text, for tests of what they say.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "view/table.hpp"

namespace tilebridge {

/// "padded_tile | plain | 630.00 µs".
inline std::string line_of(const view::Table::Row& row) {
  std::vector<std::string> texts;
  for (const view::Cell& cell : row.cells) texts.push_back(cell.plain());
  return fmt::format("{}", fmt::join(texts, " | "));
}

inline std::vector<std::string> lines_of(const view::Table::Group& group) {
  std::vector<std::string> lines;
  for (const view::Table::Row& row : group.rows) lines.push_back(line_of(row));
  return lines;
}

/// The rows of all groups.
inline std::vector<std::string> lines_of(const view::Table& table) {
  return lines_of(view::ungrouped(table).groups.front());
}

inline std::vector<std::string> titles_of(const view::Table& table) {
  std::vector<std::string> titles;
  for (const view::Table::Group& group : table.groups) titles.push_back(group.title);
  return titles;
}

inline std::vector<std::string> heads_of(const view::Table& table) {
  std::vector<std::string> heads;
  for (const view::Table::Column& column : table.columns) heads.push_back(column.head);
  return heads;
}

}  // namespace tilebridge
