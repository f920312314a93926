// SPDX-License-Identifier: Apache-2.0
// Lays out the rows of a table in columns of characters.
#pragma once

#include "write/page.hpp"

namespace tilebridge::write {

/// In the colour of a judgement; as it is for Mark::none.
std::string coloured(const std::string& text, pages::Mark mark, Style style);

/// Two listings of code side by side where there is room for both, with lines of equal marks at the
/// same height; else one below the other.
std::string listings_text(const pages::Code& code, Style style);

/// Whether any column that the screen has room for has a head.
bool has_heads(const pages::Table& table, Style style);

/// One group of a table. Columns are as wide as their contents. If a line does not fit, names are
/// shortened in the middle, since names differ at their ends, and a judgement or a reason ends
/// after a word; text in the last column continues below itself.
class Columns {
 public:
  Columns(const pages::Table& table, const std::vector<pages::Table::Row>& rows, std::size_t indent,
          Style style);

  std::string head() const;
  /// The row's line, and below it the columns that are below.
  std::string line(const pages::Table::Row& row) const;

 private:
  struct Column {
    std::size_t index;       // in the table
    std::size_t width = 0;   // in characters
    bool is_right = false;   // numbers
    bool is_figure = false;  // a number or a range, which is never cut
  };

  Column column_of(std::size_t index, const std::vector<pages::Table::Row>& rows) const;
  std::size_t line_width(std::size_t most, std::size_t most_last, std::size_t gap) const;
  void fit();
  std::string aligned(const std::string& text, const Column& column) const;
  std::string cell_text(const pages::Cell& cell, const Column& column, std::size_t used) const;
  std::string below(const pages::Table::Row& row) const;

  const pages::Table& table_;
  std::vector<Column> columns_;
  std::size_t indent_;
  std::size_t gap_ = 1;
  bool is_stacked_ = false;  // the first column has a line of its own
  Style style_;
};

}  // namespace tilebridge::write
