// SPDX-License-Identifier: Apache-2.0
// A table as data: what its cells say, not how they are laid out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::pages {

/// Marks a column that no screen has room for.
constexpr std::size_t no_screen = static_cast<std::size_t>(-1);

/// A judgement, which writers show by a colour or a symbol.
enum class Mark {
  none,
  parity,  // verdicts
  slower,
  faster,
  inconclusive,
  invalid,  // why a result has no time
  missing,
};

Mark mark_of(Verdict verdict);

/// Texts are as the result file has them: writers escape them and make control characters
/// harmless.
struct Cell {
  enum class Kind {
    text,
    number,  // aligned with the numbers above and below
    range,   // from `text` to `upper`
    reason,  // why there is nothing else: takes the rest of its row
  };

  std::string text = {};
  Kind kind = Kind::text;
  std::string upper = {};
  Mark mark = Mark::none;  // of `text`; what is before and after it has none
  std::string before = {};
  std::string after = {};

  static Cell number(std::string text);
  template <class Count>
  static Cell count(Count count) {
    return number(std::to_string(count));
  }
  static Cell range(std::string lower, std::string upper);
  static Cell judged(Verdict verdict);
  /// Why a result has no time.
  static Cell without_time(Status status, const std::string& reason);

  /// Without marks, a range as "0.957 … 0.959".
  std::string plain() const;
};

struct Table {
  struct Column {
    std::string head;
    std::string key = head;    // by which code finds it: unique in a table
    std::string brief = head;  // the head on a screen; "" leaves it out
    std::size_t screen = 0;    // narrower screens, in columns of characters, do without it
    bool is_below = false;     // on a screen it is below its row, after "brief: "

    static Column below(const std::string& head) { return below(head, head); }
    static Column below(std::string head, std::string brief);
  };

  struct Row {
    /// The first one names the row. If there are fewer than columns, the others are empty.
    std::vector<Cell> cells;
    std::string link = {};  // the section of the report that the row is about
  };

  struct Group {
    std::string title;  // "" if there is only one group
    std::vector<Row> rows;
  };

  std::string caption;
  std::vector<Column> columns;
  std::vector<Group> groups;
  std::size_t left_out = 0;  // further rows, which are not in the table

  /// The number of rows in all groups.
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  /// The number of the column; throws InternalError if there is none.
  std::size_t column(std::string_view key) const;
  /// Appends a row to the last group.
  void add(std::vector<Cell> cells, std::string link = {});
};

}  // namespace tilebridge::pages
