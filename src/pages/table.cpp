// SPDX-License-Identifier: Apache-2.0
#include "pages/table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {

Mark mark_of(Verdict verdict) {
  constexpr std::array marks = {Mark::parity, Mark::slower, Mark::faster, Mark::undecided};
  return marks.at(static_cast<std::size_t>(verdict));
}

Cell Cell::number(std::string_view text) {
  Cell cell = figure_text(text);
  cell.kind = Kind::number;
  return cell;
}

Cell Cell::relative(double speed) {
  Cell cell = number(two_digits(speed));
  cell.speed = speed;
  return cell;
}

Cell Cell::range(std::string_view lower, std::string upper) {
  Cell cell = figure_text(lower);
  cell.kind = Kind::range;
  cell.upper = figure_text(upper);
  return cell;
}

Cell Cell::reason(std::string_view text, Mark mark, std::string after) {
  Cell cell(text, mark, std::move(after));
  cell.kind = Kind::reason;
  return cell;
}

Cell Cell::without_time(Status status, const std::string& reason) {
  const Mark mark = status == Status::invalid ? Mark::invalid : Mark::missing;
  return Cell::reason(name_of(status), mark, ": " + reason);
}

std::string Cell::plain() const {
  return kind == Kind::range ? text + " … " + upper : text + after;
}

std::size_t Table::size() const {
  std::size_t rows = 0;
  for (const Group& group : groups) rows += group.rows.size();
  return rows;
}

std::size_t Table::column(std::string_view key) const {
  const auto found = std::ranges::find(columns, key, &Column::key);
  if (found == columns.end())
    throw InternalError("table '" + caption + "' has no column '" + std::string(key) + "'");
  return static_cast<std::size_t>(found - columns.begin());
}

Table::Group& Table::group(const std::string& title) {
  const auto found = std::ranges::find(groups, title, &Group::title);
  return found != groups.end() ? *found : groups.emplace_back(title);
}

void Table::leave_out_if_empty(std::size_t column) {
  for (const Group& group : groups)
    for (const Row& row : group.rows)
      if (column < row.cells.size() && !row.cells[column].text.empty() &&
          row.cells[column].text != "-")
        return;
  const auto at = static_cast<std::ptrdiff_t>(column);
  columns.erase(columns.begin() + at);
  for (Group& group : groups)
    for (Row& row : group.rows)
      if (column < row.cells.size()) row.cells.erase(row.cells.begin() + at);
}

void Table::add(std::vector<Cell> cells, std::string link) {
  groups.back().rows.push_back({std::move(cells), std::move(link)});
}

Table::Column column(std::string_view head, std::string_view brief, std::size_t screen) {
  Table::Column column = {head, head, screen};
  column.brief = brief;
  return column;
}

Table::Column headless(std::string_view head) { return column(head, ""); }

Table::Column below(std::string_view head, std::string_view brief) {
  Table::Column below = column(head, brief);
  below.is_below = true;
  return below;
}

}  // namespace tilebridge::pages
