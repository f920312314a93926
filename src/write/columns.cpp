// SPDX-License-Identifier: Apache-2.0
#include "write/columns.hpp"

#include <fmt/color.h>

#include "base/text.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using pages::Mark;
using pages::Table;

fmt::text_style colour_of(Mark mark) {
  using enum fmt::terminal_color;
  constexpr std::array colours = {white, green, red, cyan, yellow, red, yellow};
  return fmt::fg(colours.at(static_cast<std::size_t>(mark)));
}

std::string text_of(const Cell& cell) {
  return one_printable_line(cell.kind == Cell::Kind::range
                                ? fmt::format("[{}, {}]", cell.text, cell.upper)
                                : cell.plain());
}

/// The mark's colour on the cell's own text, without what is after it.
std::string coloured_cell(const Cell& cell, const std::string& text, Style style) {
  const std::string own = one_printable_line(cell.text);
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

/// A name that is too long continues in further lines: after a space, else a / or a _, if it has
/// one.
std::vector<std::string> lines_of(std::string_view name, std::size_t width) {
  std::vector<std::string> lines;
  while (columns(name) > width) {
    const std::string_view fitting = beginning(name, width);
    const bool ends_a_word = name[fitting.size()] == ' ';
    const std::size_t space = fitting.find_last_of(' ');
    const std::size_t mark = ends_a_word                  ? fitting.size() - 1
                             : space == std::string::npos ? fitting.find_last_of("/_")
                                                          : space;
    const std::size_t end = mark == std::string_view::npos ? fitting.size() : mark + 1;
    lines.push_back(without_trailing_spaces(std::string(name.substr(0, end))));
    name.remove_prefix(std::min(name.find_first_not_of(' ', end), name.size()));
  }
  lines.emplace_back(name);
  return lines;
}

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (const std::string& word : split(text, ' ')) longest = std::max(longest, columns(word));
  return longest;
}

/// Numbers and ranges, and texts that begin with one ("0.82 0.76–0.89"), are never broken.
bool is_figure(const Cell& cell) {
  const std::string first = cell.text.substr(0, cell.text.find(' '));
  const bool begins_with_one =
      first.find_first_of("0123456789") != std::string::npos &&
      first.find_first_not_of("0123456789.,%×–−+-±<≤≥[]") == std::string::npos;
  return cell.kind == Cell::Kind::number || cell.kind == Cell::Kind::range || begins_with_one;
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
    std::vector<std::vector<std::string>> cells;
    for (const Column& column : columns_) cells.push_back(aligned_lines(head_of(column), column));
    return side_by_side(cells);
  }

  /// Whether anything but the row's name is in the columns that are shown.
  bool shows(const Table::Row& row) const {
    const auto is_empty = [&](const Column& column) {
      return column.index == 0 || column.index >= row.cells.size() ||
             text_of(row.cells[column.index]).empty();
    };
    return row.cells.size() < 3 || reason_in(row) < row.cells.size() || !below(row).empty() ||
           !std::ranges::all_of(columns_, is_empty);
  }

  /// The row's lines, and below them the columns that are below.
  std::string line(const Table::Row& row) const {
    std::vector<std::vector<std::string>> cells;
    const std::size_t reason = reason_in(row);  // it may be in a column that is not shown
    std::size_t used = indent_;
    for (const Column& column : columns_) {
      const std::size_t index = std::min(column.index, reason);
      if (index >= row.cells.size()) break;
      const Cell& cell = row.cells[index];
      if (is_stacked_ && cells.size() == 1) used = indent_ + row_step;
      const bool is_last = &column == &columns_.back() || cell.kind == Cell::Kind::reason;
      cells.push_back(is_last ? last_lines(cell, column, used)
                              : aligned_lines(text_in(cell), column));
      used += column.width + gap_;
      if (cell.kind == Cell::Kind::reason) break;
    }
    return side_by_side(cells) + below(row);
  }

 private:
  static constexpr std::size_t row_step = 2;     // by which the figures below a name are further in
  static constexpr std::size_t least_name = 14;  // columns of a name that continues in other lines
  static constexpr std::size_t last_text = 14;   // columns of a text that continues below itself

  struct Column {
    std::size_t index;         // in the table
    std::size_t contents = 0;  // the widest cell, in characters
    std::size_t figures = 0;   // the widest number or range, without what is after it
    bool is_right = false;     // numbers
    bool is_name = false;      // may be broken
    std::size_t width = 0;
  };

  std::string head_of(const Column& column) const {
    return one_printable_line(table_.columns[column.index].brief);
  }

  static Column column_of(std::size_t index, const std::vector<Table::Row>& rows) {
    Column column = {.index = index};
    bool has_figures = false;
    for (const Table::Row& row : rows) {
      if (index >= row.cells.size() || row.cells[index].kind == Cell::Kind::reason) continue;
      const Cell& cell = row.cells[index];
      column.contents = std::max(column.contents, columns(text_of(cell)));
      column.is_right = column.is_right || cell.kind == Cell::Kind::number;
      if (!is_figure(cell)) continue;
      has_figures = true;
      const Cell alone = cell.after.empty() ? cell : Cell(cell.text);
      column.figures = std::max(column.figures, columns(text_of(alone)));
    }
    column.is_name = !has_figures;
    return column;
  }

  /// The steps by which a line becomes shorter, each with those before it.
  enum class Step { none, narrow_gaps, heads_in_lines, names_in_lines, without_after };

  void set_widths(Step step) {
    gap_ = step == Step::none ? 2 : 1;
    has_after_ = step < Step::without_after;
    for (Column& column : columns_) {
      const std::string head = head_of(column);
      const bool is_last = &column == &columns_.back();
      column.width = has_after_ || column.is_name ? column.contents : column.figures;
      if (step >= Step::names_in_lines && column.is_name)
        column.width = std::min(column.width, is_last ? last_text : least_name);
      column.width =
          std::max(column.width, step < Step::heads_in_lines ? columns(head) : longest_word(head));
    }
  }

  std::size_t line_width() const {
    std::size_t width = indent_;
    for (const Column& column : columns_) width += gap_ + column.width;
    return width - gap_;
  }

  /// Gives the names what is left of the line.
  void widen_names() {
    for (Column& column : columns_) {
      const std::size_t left = style_.columns - std::min(style_.columns, line_width());
      if (column.is_name)
        column.width = std::max(column.width, std::min(column.contents, column.width + left));
    }
  }

  bool fits() {
    constexpr std::array steps = {Step::none, Step::narrow_gaps, Step::heads_in_lines,
                                  Step::names_in_lines, Step::without_after};
    for (const Step step : steps) {
      set_widths(step);
      if (line_width() > style_.columns && !(style_.whole && step == Step::narrow_gaps)) continue;
      if (!style_.whole) widen_names();
      return true;
    }
    return false;
  }

  /// Whole columns are left out, columns of wide screens first; where even the others do not fit, a
  /// row's name has a line of its own.
  void fit() {
    if (!style_.whole && !has_heads(table_, style_)) return fit_without_heads();
    const auto screen = [&](const Column& column) { return table_.columns[column.index].screen; };
    while (!columns_.empty() && !fits()) {
      const auto widest = std::ranges::max_element(columns_.rbegin(), columns_.rend(), {}, screen);
      if (screen(*widest) == 0) return stack();
      columns_.erase(std::next(widest).base());
    }
  }

  void fit_without_heads() {
    for (const Step step : {Step::none, Step::narrow_gaps}) {
      set_widths(step);
      if (columns_.empty() || line_width() <= style_.columns) return;
    }
    if (columns_.back().is_name) columns_.back().width = std::min(columns_.back().width, last_text);
    const std::size_t width = line_width();
    if (width > style_.columns && columns_.size() > 2) return stack();
    Column& first = columns_.front();
    if (width > style_.columns && columns_.size() == 2)
      first.width =
          std::max(std::min(first.width, least_name), style_.columns + first.width - width);
  }

  void stack() {
    is_stacked_ = columns_.size() > 1;
    const auto is_too_wide = [&] {
      const std::size_t first = is_stacked_ ? columns_.front().width + gap_ : 0;
      return row_step + line_width() - first > style_.columns;
    };
    while (columns_.size() > 2 && is_too_wide())
      columns_.erase(std::prev(columns_.end(), columns_.back().is_name ? 2 : 1));
    columns_.front().width =
        std::min(columns_.front().contents, style_.columns - std::min(style_.columns, indent_));
  }

  /// Cells beside each other, the first lines of all before the second ones.
  std::string side_by_side(const std::vector<std::vector<std::string>>& cells) const {
    std::size_t height = 0;
    for (const auto& cell : cells) height = std::max(height, cell.size());
    std::string text;
    for (std::size_t i = 0; i < height; ++i) text += line_of(cells, i);
    return text;
  }

  /// The lines that number `i` of all cells make: two if a row's name has one of its own.
  std::string line_of(const std::vector<std::vector<std::string>>& cells, std::size_t i) const {
    std::string above, line(indent_, ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (is_stacked_ && c == 1)
        above = std::exchange(line, std::string(indent_ + row_step, ' '));
      else if (c > 0)
        line += std::string(gap_, ' ');
      line += i < cells[c].size() ? cells[c][i] : std::string(columns_[c].width, ' ');
    }
    std::string lines;
    for (const std::string& one : {above, line})
      if (const std::string shown = without_trailing_spaces(one); !shown.empty())
        lines += shown + "\n";
    return lines;
  }

  static std::string aligned(const std::string& text, const Column& column) {
    const std::size_t used = columns(text);
    const std::string space(column.width > used ? column.width - used : 0, ' ');
    return column.is_right ? space + text : text + space;
  }

  static std::vector<std::string> aligned_lines(const std::string& text, const Column& column) {
    std::vector<std::string> lines = lines_of(text, std::max<std::size_t>(column.width, 1));
    for (std::string& line : lines) line = aligned(line, column);
    return lines;
  }

  std::string text_in(const Cell& cell) const {
    return has_after_ || !is_figure(cell) || cell.after.empty() ? text_of(cell)
                                                                : text_of(Cell(cell.text));
  }

  /// The cell that ends a line of which `used` columns are taken. Its mark colours its own text, in
  /// the first line.
  std::vector<std::string> last_lines(const Cell& cell, const Column& column,
                                      std::size_t used) const {
    const std::string text = text_in(cell);
    const bool is_line = style_.whole && has_heads(table_, style_);  // which programs read, too
    const std::size_t room = style_.columns - std::min(style_.columns, used);
    if (is_line || columns(text) <= room)
      return {coloured_cell(cell, cell.kind == Cell::Kind::reason ? text : aligned(text, column),
                            style_)};
    std::vector<std::string> lines = split(wrapped(text, 0, std::max<std::size_t>(room, 8)), '\n');
    lines.front() = coloured_cell(cell, lines.front(), style_);
    return lines;
  }

  std::string below(const Table::Row& row) const {
    std::string lines;
    const std::size_t indent = indent_ + row_step;
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
  bool has_after_ = true;    // figures have what is after them
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
  for (const Table::Row& row : rows)
    if (layout.shows(row)) text += layout.line(row);
  return text;
}

}  // namespace tilebridge::write
