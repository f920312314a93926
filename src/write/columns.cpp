// SPDX-License-Identifier: Apache-2.0
#include "write/columns.hpp"

#include <fmt/color.h>

#include "base/text.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using pages::Mark;
using pages::Table;

constexpr std::size_t unlimited = std::string::npos;

fmt::text_style colour_of(Mark mark) {
  using enum fmt::terminal_color;
  constexpr std::array colours = {white, green, red, cyan, yellow, red, yellow};
  return fmt::fg(colours.at(static_cast<std::size_t>(mark)));
}

std::string text_of(const Cell& cell) {
  return tame(cell.kind == Cell::Kind::range ? fmt::format("[{}, {}]", cell.text, cell.upper)
                                             : cell.plain());
}

/// The mark's colour on the cell's own text, without what is after it.
std::string coloured_cell(const Cell& cell, const std::string& text, Style style) {
  const std::string own = tame(cell.text);
  if (cell.mark == Mark::none || !text.starts_with(own)) return coloured(text, cell.mark, style);
  return coloured(own, cell.mark, style) + text.substr(own.size());
}

/// The number of the cell that takes the rest of its row; npos without one.
std::size_t reason_in(const Table::Row& row) {
  const auto found = std::ranges::find(row.cells, Cell::Kind::reason, &Cell::kind);
  return found == row.cells.end() ? std::string::npos
                                  : static_cast<std::size_t>(found - row.cells.begin());
}

/// If nothing is cut, a line is as long as its columns are wide.
bool is_shown(const Table::Column& column, Style style) {
  return column.screen <= style.columns || (style.whole && column.screen != pages::no_screen);
}

bool is_in_line(const Table::Column& column, Style style) {
  return !column.is_below && is_shown(column, style);
}

class Columns {
 public:
  Columns(const Table& table, const std::vector<Table::Row>& rows, std::size_t indent, Style style)
      : table_(table), indent_(indent), style_(style) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      if (is_in_line(table.columns[i], style)) columns_.push_back(column_of(i, rows));
    fit();
  }

  std::string head() const {
    std::string line(indent_, ' ');
    for (const Column& column : columns_) {
      if (&column != &columns_.front()) line += std::string(gap_, ' ');
      line += aligned(tame(table_.columns[column.index].brief), column);
    }
    return without_trailing_spaces(line) + "\n";
  }

  /// The row's line, and below it the columns that are below.
  std::string line(const Table::Row& row) const {
    std::string line(indent_, ' ');
    std::size_t used = indent_;
    const std::size_t reason = reason_in(row);  // it may be in a column that is not shown
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      const std::size_t index = std::min(column.index, reason);
      if (index >= row.cells.size()) break;
      const Cell& cell = row.cells[index];
      if (i == 1 && is_stacked_) {
        used = indent_ + 2;
        line = without_trailing_spaces(line) + "\n" + std::string(used, ' ');
      } else if (i > 0) {
        used += gap_;
        line += std::string(gap_, ' ');
      }
      const std::string shown = cell_text(cell, column, used);
      line += shown;
      used += columns(shown);
      if (cell.kind == Cell::Kind::reason) break;
    }
    return without_trailing_spaces(line) + "\n" + below(row);
  }

 private:
  struct Column {
    std::size_t index;       // in the table
    std::size_t width = 0;   // in characters
    bool is_right = false;   // numbers
    bool is_figure = false;  // a number or a range, which is never cut
  };

  Column column_of(std::size_t index, const std::vector<Table::Row>& rows) const {
    Column column = {.index = index, .width = columns(table_.columns[index].brief)};
    for (const Table::Row& row : rows) {
      if (index >= row.cells.size() || row.cells[index].kind == Cell::Kind::reason) continue;
      const Cell& cell = row.cells[index];
      column.width = std::max(column.width, columns(text_of(cell)));
      column.is_right = column.is_right || cell.kind == Cell::Kind::number;
      column.is_figure = column.is_figure || cell.kind != Cell::Kind::text;
    }
    return column;
  }

  /// Adds up a line whose texts are cut at `most`, and in the last column at `most_last`.
  std::size_t line_width(std::size_t most, std::size_t most_last, std::size_t gap) const {
    std::size_t width = indent_;
    for (const Column& column : columns_) {
      const std::size_t limit = &column == &columns_.back() ? most_last : most;
      width += gap + (column.is_figure ? column.width : std::min(column.width, limit));
    }
    return width - gap;
  }

  void fit() {
    constexpr std::size_t last = 20;
    constexpr std::array<std::size_t, 8> limits = {unlimited, 32, 28, 24, 24, 16, 12, 8};
    if (columns_.empty()) return;
    if (line_width(unlimited, unlimited, 2) <= style_.columns) gap_ = 2;
    if (style_.whole) return;
    if (!has_heads(table_, style_)) {
      is_stacked_ = columns_.size() > 2 && line_width(unlimited, last, 1) > style_.columns;
      if (is_stacked_)
        columns_.front().width = std::min(columns_.front().width, style_.columns - indent_);
      return;
    }
    const auto fitting = std::find_if(limits.begin(), limits.end() - 1, [&](const auto& limit) {
      const bool cuts_last = &limit > &limits[3];
      return line_width(limit, cuts_last ? last : unlimited, gap_) <= style_.columns;
    });
    for (Column& column : columns_)
      if (!column.is_figure && &column != &columns_.back())
        column.width = std::min(column.width, *fitting);
  }

  std::string aligned(const std::string& text, const Column& column) const {
    const std::size_t used = columns(text);
    const std::string space(column.width > used ? column.width - used : 0, ' ');
    return column.is_right ? space + text : text + space;
  }

  /// The cell where `used` columns of the line are before it.
  std::string cell_text(const Cell& cell, const Column& column, std::size_t used) const {
    const std::string text = text_of(cell);
    const std::size_t room = style_.columns - std::min(style_.columns, used);
    constexpr std::size_t least_room = 16;  // for text that continues below itself
    const bool is_last = &column == &columns_.back() || cell.kind == Cell::Kind::reason;
    if (!is_last) {
      const bool is_cut = !style_.whole && cell.kind == Cell::Kind::text;
      return aligned(is_cut ? shortened(text, column.width) : text, column);
    }
    const bool is_line = style_.whole && has_heads(table_, style_);  // which programs read, too
    if (is_line || columns(text) <= room)
      return coloured_cell(cell, cell.kind == Cell::Kind::reason ? text : aligned(text, column),
                           style_);
    if (cell.mark == Mark::none && cell.kind == Cell::Kind::text && room >= least_room)
      return wrapped(text, used, style_.columns);
    if (style_.whole) return coloured_cell(cell, text, style_);
    return coloured_cell(cell, clipped(text, std::max<std::size_t>(room, 1)), style_);
  }

  std::string below(const Table::Row& row) const {
    std::string lines;
    const std::size_t indent = indent_ + 2;
    for (std::size_t i = 0; i < std::min(table_.columns.size(), row.cells.size()); ++i) {
      const Table::Column& column = table_.columns[i];
      const std::string text = text_of(row.cells[i]);
      if (!column.is_below || !is_shown(column, style_) || text.empty()) continue;
      const std::string label = column.brief.empty() ? "" : column.brief + ": ";
      lines += std::string(indent, ' ') + wrapped(label + text, indent, style_.columns) + "\n";
    }
    return lines;
  }

  const Table& table_;
  std::vector<Column> columns_;
  std::size_t indent_;
  std::size_t gap_ = 1;
  bool is_stacked_ = false;  // the first column has a line of its own
  Style style_;
};

}  // namespace

bool has_heads(const Table& table, Style style) {
  return std::ranges::any_of(table.columns, [&](const Table::Column& column) {
    return is_in_line(column, style) && !column.brief.empty();
  });
}

std::string coloured(const std::string& text, Mark mark, Style style) {
  if (!style.colour || mark == Mark::none || text.empty()) return text;
  return fmt::format(colour_of(mark), "{}", text);
}

std::string group_text(const Table& table, const std::vector<Table::Row>& rows, std::size_t indent,
                       Style style) {
  const Columns layout(table, rows, indent, style);
  std::string text = has_heads(table, style) ? layout.head() : "";
  for (const Table::Row& row : rows) text += layout.line(row);
  return text;
}

}  // namespace tilebridge::write
