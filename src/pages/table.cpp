// SPDX-License-Identifier: Apache-2.0
#include "pages/table.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::pages {

namespace {

std::vector<Table::Column>::const_iterator find_column(const std::vector<Table::Column>& columns,
                                                       std::string_view key) {
  return std::find_if(columns.begin(), columns.end(),
                      [&](const Table::Column& c) { return c.key == key; });
}

}  // namespace

Mark mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return Mark::parity;
    case Verdict::slower:
      return Mark::slower;
    case Verdict::faster:
      return Mark::faster;
    case Verdict::inconclusive:
      return Mark::inconclusive;
  }
  return Mark::none;
}

Cell Cell::number(std::string text) { return {.text = std::move(text), .kind = Kind::number}; }

Cell Cell::range(std::string lower, std::string upper) {
  return {.text = std::move(lower), .kind = Kind::range, .upper = std::move(upper)};
}

Cell Cell::judged(Verdict verdict) {
  return {.text = std::string(name_of(verdict)), .mark = mark_of(verdict)};
}

Cell Cell::without_time(Status status, const std::string& reason) {
  return {.text = std::string(name_of(status)),
          .kind = Kind::reason,
          .mark = status == Status::invalid ? Mark::invalid : Mark::missing,
          .after = ": " + reason};
}

std::string Cell::plain() const {
  return kind == Kind::range ? text + " … " + upper : before + text + after;
}

Table::Column Table::Column::below(std::string head, std::string brief) {
  return {.head = std::move(head), .brief = std::move(brief), .is_below = true};
}

std::size_t Table::size() const {
  std::size_t rows = 0;
  for (const Group& group : groups) rows += group.rows.size();
  return rows;
}

void Table::add(std::vector<Cell> cells, std::string link) {
  groups.back().rows.push_back({std::move(cells), std::move(link)});
}

std::size_t Table::column(std::string_view key) const {
  const auto found = find_column(columns, key);
  if (found == columns.end())
    throw InternalError("table '" + caption + "' has no column '" + std::string(key) + "'");
  return static_cast<std::size_t>(found - columns.begin());
}

}  // namespace tilebridge::pages
