// SPDX-License-Identifier: Apache-2.0
// A table as data: what its cells say, not how they are laid out.
#pragma once

#include <concepts>

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
  undecided,
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
  Mark mark = Mark::none;  // of `text`; what is after it has none
  std::string after = {};
  Kind kind = Kind::text;
  std::string upper = {};
  double speed = 0;  // relative to 1, which colours the cell on the web page; 0 for none

  Cell() = default;
  template <std::convertible_to<std::string_view> Text>
  Cell(const Text& words, Mark judged = Mark::none, std::string further = {})
      : text(std::string_view(words)), mark(judged), after(std::move(further)) {}

  static Cell number(std::string_view text);
  template <std::integral Count>
  static Cell number(Count count) {
    return number(std::to_string(count));
  }
  /// "0.54", coloured.
  static Cell relative(double speed);
  static Cell range(std::string_view lower, std::string upper);
  static Cell judged(Verdict verdict) { return {name_of(verdict), mark_of(verdict)}; }
  /// Why there is nothing else.
  static Cell reason(std::string_view text, Mark mark = Mark::none, std::string after = {});
  /// Why a result has no time.
  static Cell without_time(Status status, const std::string& reason);

  /// Without marks, a range as "0.957 … 0.959".
  std::string plain() const;
};

struct Table {
  struct Column {
    std::string head;
    std::string key;        // by which code finds it: unique in a table
    std::string brief;      // the head on a screen; "" leaves it out
    std::size_t screen;     // narrower screens, in columns of characters, do without it
    bool is_below = false;  // it is below its row, after "brief: "
    /// The web page shows it where the reader chooses this way of writing; "" always.
    std::string form = {};

    template <std::convertible_to<std::string_view> Text>
    Column(const Text& name) : Column(name, name) {}
    Column(std::string_view name, std::string_view unique, std::size_t narrowest = 0)
        : head(name), key(unique), brief(name), screen(narrowest) {}
  };

  struct Row {
    /// The first one names the row. If there are fewer than columns, the others are empty.
    std::vector<Cell> cells;
    std::string link = {};     // the section of the report that the row is about
    std::string numbers = {};  // the web page shows it where the reader chooses these; "" always
    bool is_further = false;   // and where the reader wants all rows
  };

  struct Group {
    std::string title;  // "" if there is only one group
    std::vector<Row> rows;
  };

  std::string caption;
  std::vector<Column> columns;
  std::vector<Group> groups = {{}};
  std::size_t left_out = 0;  // further rows, which are not in the table

  /// The number of rows in all groups.
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  /// The number of the column; throws InternalError if there is none.
  std::size_t column(std::string_view key) const;
  /// The group of that title, which is appended if it is new.
  Group& group(const std::string& title);
  /// Takes the column out unless a row has a number or a word in it.
  void leave_out_if_empty(std::size_t column);
  /// Appends a row to the last group.
  void add(std::vector<Cell> cells, std::string link = {});
};

/// A column with another head on a screen, which is at least `screen` wide.
Table::Column column(std::string_view head, std::string_view brief, std::size_t screen = 0);
/// One without a head there.
Table::Column headless(std::string_view head);
/// One below its row, after "brief: ", on a screen and on the web page.
Table::Column below(std::string_view head, std::string_view brief = "");

}  // namespace tilebridge::pages
