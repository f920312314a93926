// SPDX-License-Identifier: Apache-2.0
#include "terminal/columns.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

std::string aligned(const std::string& text, const TextColumn& column) {
  const std::size_t used = columns(text);
  const std::string space(column.width > used ? column.width - used : 0, ' ');
  return column.align == TextColumn::Align::right ? space + text : text + space;
}

std::string text_of(const pages::Cell& cell) {
  return cell.kind == pages::Cell::Kind::range ? "[" + cell.text + ", " + cell.upper + "]"
                                               : cell.plain();
}

/// A judgement is the last cell: it takes what `room` there is.
std::string cell_text(const pages::Cell& cell, const TextColumn& column, std::size_t room,
                      Style style) {
  const std::string whole = text_of(cell);
  const std::string text = tame(whole, whole.size());
  if (cell.mark != pages::Mark::none)
    return coloured(style.whole ? text : clipped(text, room), cell.mark, style);
  const bool fits = style.whole || column.width == 0 || cell.kind != pages::Cell::Kind::text;
  return aligned(fits ? text : shortened(text, column.width), column);
}

std::string reason_text(const pages::Cell& cell, std::size_t width, Style style) {
  const std::string text = tame(cell.after, cell.after.size());
  return coloured(cell.text, cell.mark, style) +
         (style.whole ? text : clipped(text, width - columns(cell.text)));
}

}  // namespace

TextColumns::TextColumns(std::vector<TextColumn> columns, std::size_t indent, std::size_t width)
    : columns_(std::move(columns)), width_(width) {
  columns_.front().gap = indent;
}

std::string TextColumns::head() const {
  std::string line;
  for (const TextColumn& column : columns_)
    line += std::string(column.gap, ' ') + aligned(std::string(column.head), column);
  return line + "\n";
}

std::string TextColumns::line(const pages::Table& table, const pages::Table::Row& row,
                              Style style) const {
  std::string line;
  for (const TextColumn& column : columns_) {
    const std::size_t index = table.column(column.key);
    if (index >= row.cells.size()) break;
    const pages::Cell& cell = row.cells[index];
    line += std::string(column.gap, ' ');
    if (cell.kind == pages::Cell::Kind::reason)
      return line + reason_text(cell, width_ - columns(line), style) + "\n";
    line += cell_text(cell, column, width_ - std::min(width_, columns(line)), style);
  }
  return line + "\n";
}

std::string TextColumns::group(const pages::Table& table, const pages::Table::Group& group,
                               Style style) const {
  std::string text =
      "\n" + (style.whole ? group.title : clipped(group.title, width_)) + "\n" + head();
  for (const pages::Table::Row& row : group.rows) text += line(table, row, style);
  return text;
}

std::size_t name_width(const pages::Table::Group& group, std::size_t most) {
  constexpr std::size_t least = 16;
  std::size_t width = least;
  for (const pages::Table::Row& row : group.rows)
    width = std::max(width, columns(row.cells.front().text));
  return std::min(width, most);
}

}  // namespace tilebridge::terminal
