// SPDX-License-Identifier: Apache-2.0
// Lays out tables in columns of characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pages/table.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {

/// How a terminal shows one column of a table.
struct TextColumn {
  enum class Align { left, right };

  std::string_view key;   // of the table's column
  std::string_view head;  // shorter than the table's
  std::size_t width = 0;  // 0 for the last column: as wide as what it holds
  Align align = Align::left;
  std::size_t gap = 1;  // spaces between it and the column to its left
};

/// Chosen columns of a table, side by side. A name that is too wide for its column is shortened in
/// the middle, since names differ at their ends; verdicts and reasons end after a word.
class TextColumns {
 public:
  /// Lines begin after `indent` columns and end at `width` at the latest, unless they are whole.
  TextColumns(std::vector<TextColumn> columns, std::size_t indent, std::size_t width);

  /// A line with the heads.
  std::string head() const;
  /// A line for a row; a reason takes all of the line that is left.
  std::string line(const pages::Table& table, const pages::Table::Row& row, Style style = {}) const;
  /// Title, heads and lines, below an empty line.
  std::string group(const pages::Table& table, const pages::Table::Group& group,
                    Style style = {}) const;

 private:
  std::vector<TextColumn> columns_;
  std::size_t width_;
};

/// The width for a column of names: that of the longest in the group, but at least 16.
std::size_t name_width(const pages::Table::Group& group, std::size_t most = 24);

}  // namespace tilebridge::terminal
