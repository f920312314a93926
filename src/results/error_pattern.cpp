// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "results/hints.hpp"

namespace tilebridge {
namespace {

/// Which of some elements, rows or columns are wrong.
using Flags = std::vector<bool>;

/// A rule's finding.
struct Finding {
  std::string where = {};  // "the last 40 elements"
  std::string advice = {};
  std::string if_unwritten = {};  // advice where nothing was written
};

constexpr std::size_t most_flags = std::size_t{1} << 22U;  // enough to see a pattern
constexpr std::size_t most_threads = 1024;                 // of a block

/// An output begins as bytes of 0xff: NaN, or -1.
bool begins_so(double value, double expected) {
  return std::isnan(value) || (value == -1 && expected >= 0);
}

/// Returns the flags as far as runs of wrong elements are known.
Flags flags_of(const Validation& v) {
  const bool all_known = v.wrong_runs.size() < most_wrong_runs;
  const std::size_t known = all_known ? v.elements : v.wrong_runs.back().end();
  Flags flags(std::min(known, most_flags));
  for (const ElementRun& run : v.wrong_runs)
    for (std::size_t i = run.first; i < std::min(run.end(), flags.size()); ++i) flags[i] = true;
  return flags;
}

std::size_t first_of(const Flags& flags, bool value) {
  return static_cast<std::size_t>(std::ranges::find(flags, value) - flags.begin());
}

/// Flags that are wrong from `first` up to `end`, and nowhere else.
struct OneRun {
  std::size_t first, end;
  std::size_t count() const { return end - first; }
};
std::optional<OneRun> one_run(const Flags& flags, bool value = true) {
  const auto begin = std::ranges::find(flags, value);
  const auto end = std::find(begin, flags.end(), !value);
  if (begin == flags.end() || std::find(end, flags.end(), value) != flags.end()) return {};
  return OneRun{static_cast<std::size_t>(begin - flags.begin()),
                static_cast<std::size_t>(end - flags.begin())};
}

/// "5" or "5 to 8".
std::string numbers_text(const OneRun& run) {
  if (run.count() == 1) return fmt::format("{}", run.first);
  return fmt::format("{} to {}", run.first, run.end - 1);
}

/// A run of `size` elements, rows or columns.
Finding in_one_run(const OneRun& run, std::size_t size, const char* noun) {
  if (run.count() == size) return {fmt::format("all {} {}s", size, noun)};
  if (run.end < size)
    return {fmt::format("{}{} {}", noun, run.count() == 1 ? "" : "s", numbers_text(run))};
  Finding found{fmt::format("the last {} {}s, from {} on", run.count(), noun, run.first)};
  if (run.count() < most_threads && run.count() < run.first)
    found.advice = "What is different behind the last whole block?";
  else
    found.if_unwritten =
        "Does every block compute elements of its own, and are there as many blocks as that takes?";
  return found;
}

/// The least number of flags after which they repeat; 0 if they do not.
std::size_t period_of(const Flags& flags) {
  constexpr std::size_t longest = 1 << 14;
  for (std::size_t period = 2; period <= longest && 2 * period <= flags.size(); period *= 2)
    if (std::equal(flags.begin() + static_cast<std::ptrdiff_t>(period), flags.end(), flags.begin()))
      return period;
  return 0;
}

std::optional<Finding> repeated(const Flags& flags, const char* noun) {
  const std::size_t period = period_of(flags);
  if (period == 0) return {};
  const Flags once(flags.begin(), flags.begin() + static_cast<std::ptrdiff_t>(period));
  Finding found{fmt::format("the same of every {} {}s", period, noun),
                "Which lane of a warp, row of a tile or part of a vector do these have in common?",
                "Which of these does a thread compute, and how far is it to its next one?"};
  if (const auto run = one_run(once))
    found.where = fmt::format("of every {} {}s number {}", period, noun, numbers_text(*run));
  else if (const auto right = one_run(once, false))
    found.where =
        fmt::format("of every {} {}s all but number {}", period, noun, numbers_text(*right));
  return found;
}

/// Finds a pattern of elements, of rows or of columns.
std::optional<Finding> in_line(const Flags& flags, const char* noun) {
  if (const auto run = one_run(flags)) return in_one_run(*run, flags.size(), noun);
  return repeated(flags, noun);
}

/// A matrix of flags, of which the last row is whole.
class Matrix {
 public:
  Matrix(const Flags& flags, std::size_t columns)
      : flags_(flags), columns_(columns), rows_(flags.size() / columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool is_wrong(std::size_t y, std::size_t x) const { return flags_[y * columns_ + x]; }

  /// Whether the elements of which `is_wrong` says so are those that are wrong.
  template <class SaysWrong>
  bool equals(const SaysWrong& says_wrong) const {
    for (std::size_t y = 0; y < rows_; ++y)
      for (std::size_t x = 0; x < columns_; ++x)
        if (is_wrong(y, x) != says_wrong(y, x)) return false;
    return true;
  }
  /// Whether all wrong elements are in a region, and a fifth or more of it is wrong.
  template <class Has>
  bool is_wrong_within(const Has& has) const {
    std::size_t wrong = 0, all = 0;
    for (std::size_t y = 0; y < rows_; ++y)
      for (std::size_t x = 0; x < columns_; ++x) {
        if (is_wrong(y, x) && !has(y, x)) return false;
        wrong += is_wrong(y, x) ? 1 : 0;
        all += has(y, x) ? 1 : 0;
      }
    return 5 * wrong >= all;
  }

 private:
  const Flags& flags_;
  std::size_t columns_, rows_;
};

std::optional<Finding> in_columns_and_rows(const Matrix& m) {
  Flags of_columns, of_rows;
  for (std::size_t x = 0; x < m.columns(); ++x) of_columns.push_back(m.is_wrong(0, x));
  for (std::size_t y = 0; y < m.rows(); ++y) of_rows.push_back(m.is_wrong(y, 0));
  if (m.equals([](std::size_t y, std::size_t) { return y > 0; }))
    return Finding{"all rows but the first", "How many elements of the output are in a row?"};
  if (m.equals([&](std::size_t y, std::size_t) { return of_rows[y]; }))
    return in_line(of_rows, "row");
  if (m.equals([&](std::size_t, std::size_t x) { return of_columns[x]; }))
    return in_line(of_columns, "column");
  const std::size_t row = first_of(of_rows, true), column = first_of(of_columns, true);
  if (m.equals([&](std::size_t y, std::size_t x) { return y >= row || x >= column; }))
    return Finding{fmt::format("the rows from {} on, and the columns from {} on", row, column)};
  return {};
}

std::optional<Finding> off_diagonals(const Matrix& m) {
  for (const std::size_t tile : {std::size_t{32}, std::size_t{16}, std::size_t{8}}) {
    if (m.equals([=](std::size_t y, std::size_t x) { return y % tile != x % tile; }))
      return Finding{
          fmt::format("all but the diagonals of tiles of {0} × {0}", tile),
          "Is a tile that was written by rows read by columns, so that its rows and columns "
          "are exchanged?"};
    if (m.equals([=](std::size_t y, std::size_t x) { return y / tile != x / tile; }))
      return Finding{fmt::format("all but the tiles of {0} × {0} on the matrix's diagonal", tile),
                     "Are the tile's own row and column exchanged in the output, as its elements "
                     "are?"};
  }
  if (m.rows() > 1 && m.equals([](std::size_t y, std::size_t x) { return y != x; }))
    return Finding{"all but the diagonal", "Are rows and columns exchanged?"};
  return {};
}

/// Whether a place is within `margin` of the first or the last of `size`.
bool is_near_edge(std::size_t at, std::size_t size, std::size_t margin) {
  return at < margin || at + margin >= size;
}

std::optional<Finding> at_border(const Matrix& m) {
  for (const std::size_t margin : {1, 2})
    if (m.rows() > 4 * margin && m.columns() > 4 * margin &&
        m.is_wrong_within([&](std::size_t y, std::size_t x) {
          return is_near_edge(y, m.rows(), margin) || is_near_edge(x, m.columns(), margin);
        }))
      return Finding{"elements at the matrix's border alone",
                     "What does the kernel take for elements outside of the matrix?"};
  return {};
}

constexpr const char* ask_for_halo =
    "Which threads load what is beyond the tile's edges, and is it at the place where it is read?";

/// The largest first; at most half of a tile is at its edges.
std::vector<std::size_t> sides_of_tiles(std::size_t margin) {
  std::vector<std::size_t> sides = {32, 16, 8};
  std::erase_if(sides, [&](std::size_t side) { return side < 4 * margin; });
  return sides;
}

/// Calls rule(rows, columns) for tiles of which the matrix has several, the largest first, until
/// one finds something.
template <class Rule>
std::optional<Finding> in_tiles(const Matrix& m, std::size_t margin, const Rule& rule) {
  for (const std::size_t rows : sides_of_tiles(margin))
    for (const std::size_t columns : sides_of_tiles(margin))
      if (m.rows() > rows && m.columns() > columns)
        if (std::optional<Finding> found = rule(rows, columns)) return found;
  return {};
}

std::optional<Finding> at_corners(const Matrix& m, std::size_t margin) {
  return in_tiles(m, margin, [&](std::size_t rows, std::size_t columns) -> std::optional<Finding> {
    if (!m.is_wrong_within([&](std::size_t y, std::size_t x) {
          return is_near_edge(y % rows, rows, margin) && is_near_edge(x % columns, columns, margin);
        }))
      return {};
    return Finding{fmt::format("elements at corners of tiles of {} × {}", rows, columns),
                   "Which threads load what is diagonally beyond the tile's corners?"};
  });
}

std::optional<Finding> at_edges_in_one_direction(const Matrix& m, std::size_t margin) {
  for (const std::size_t tile : sides_of_tiles(margin)) {
    if (m.columns() > tile && m.is_wrong_within([&](std::size_t, std::size_t x) {
          return is_near_edge(x % tile, tile, margin);
        }))
      return Finding{fmt::format("elements at edges of tiles of {} columns", tile), ask_for_halo};
    if (m.rows() > tile && m.is_wrong_within([&](std::size_t y, std::size_t) {
          return is_near_edge(y % tile, tile, margin);
        }))
      return Finding{fmt::format("elements at edges of tiles of {} rows", tile), ask_for_halo};
  }
  return {};
}

std::optional<Finding> at_all_edges(const Matrix& m, std::size_t margin) {
  return in_tiles(m, margin, [&](std::size_t rows, std::size_t columns) -> std::optional<Finding> {
    if (!m.is_wrong_within([&](std::size_t y, std::size_t x) {
          return is_near_edge(y % rows, rows, margin) || is_near_edge(x % columns, columns, margin);
        }))
      return {};
    return Finding{fmt::format("elements at edges of tiles of {} × {}", rows, columns),
                   ask_for_halo};
  });
}

std::optional<Finding> at_edges(const Matrix& m) {
  if (auto found = at_border(m)) return found;
  for (const std::size_t margin : {1, 2, 3})
    for (const auto rule : {at_corners, at_edges_in_one_direction, at_all_edges})
      if (auto found = rule(m, margin)) return found;
  return {};
}

/// Returns the first number from 1 on at which an element is right, or `end`.
template <class IsWrong>
std::size_t next_right(std::size_t end, const IsWrong& is_wrong) {
  std::size_t at = 1;
  while (at < end && is_wrong(at)) ++at;
  return at;
}

/// Finds that of each tile, or of each row of tiles, the first element alone is right.
std::optional<Finding> all_but_first_of_tiles(const Matrix& m, bool may_have_team_of_one) {
  constexpr std::size_t least_columns = 8;  // of a tile
  const std::size_t columns =
      next_right(m.columns(), [&](std::size_t x) { return m.is_wrong(0, x); });
  const std::size_t rows = next_right(m.rows(), [&](std::size_t y) { return m.is_wrong(y, 0); });
  const bool is_one_tile = rows == m.rows() && columns == m.columns();
  if (is_one_tile || columns < least_columns ||
      !m.equals([=](std::size_t y, std::size_t x) { return y % rows != 0 || x % columns != 0; }))
    return {};
  Finding found{rows == 1 || m.rows() == 1
                    ? fmt::format("all but the first of every {} elements", columns)
                    : fmt::format("all but the first element of tiles of {} × {}", rows, columns)};
  found.if_unwritten =
      may_have_team_of_one
          ? "The team may have one thread here: let a range distribute the elements."
          : "Does only thread 0 of each block write?";
  return found;
}

/// The flags as a matrix; as one row if the output is none, or if not two rows are known.
Matrix matrix_of(const Flags& flags, std::size_t row) {
  return {flags, row > 0 && flags.size() >= 2 * row ? row : flags.size()};
}

Finding pattern_in(const Validation& v, const OutputShape& shape, bool is_unwritten) {
  const Flags flags = flags_of(v);
  const std::size_t row = shape.row;
  const ElementRun& first = v.wrong_runs.front();
  const bool is_one_run = v.wrong_runs.size() == 1;
  if (is_one_run && (row == 0 || v.wrong == v.elements || flags.size() < v.elements))
    return in_one_run({first.first, first.end()}, v.elements, "element");
  const Matrix matrix = matrix_of(flags, row);
  if (is_unwritten)
    if (auto found = all_but_first_of_tiles(matrix, shape.may_have_team_of_one)) return *found;
  if (matrix.rows() > 1) {
    for (const auto rule : {in_columns_and_rows, off_diagonals, at_edges})
      if (auto found = rule(matrix)) return *found;
  } else if (auto found = repeated(flags, "element")) {
    return *found;
  }
  return {fmt::format("{} of {} elements, in no pattern known here", v.wrong, v.elements)};
}

/// "element 5", or "row 1, column 3".
std::string element_text(std::size_t element, std::size_t row) {
  if (row == 0) return fmt::format("element {}", element);
  return fmt::format("row {}, column {}", element / row, element % row);
}

/// A question if a matrix was written with rows and columns exchanged; "" otherwise.
std::string exchange_advice(const Misplaced& m, std::size_t row, std::size_t elements) {
  if (row == 0 || elements % row != 0) return "";
  const std::size_t rows = elements / row;
  const bool is_exchanged = m.belongs_to == m.element % rows * row + m.element / rows;
  return is_exchanged
             ? fmt::format("Is the output {} rows of {}, or the other way round?", rows, row)
             : "";
}

/// What the difference of integers tells, of numbers that doubles hold exactly.
Finding difference_of(const Validation& v, bool is_sum) {
  constexpr double word = 4294967296.0;  // 2^32
  const char* const it = v.elements == 1 ? "It" : "The first one";
  const double difference = v.got - v.expected;
  if (difference != 0 && std::fmod(difference, word) == 0)
    return {fmt::format("{} is off by {:g} · 2^32.", it, std::abs(difference) / word),
            "Which number of 32 bits overflows?"};
  if (!is_sum) return {};
  if (v.wrong == v.elements && difference == -1)
    return {fmt::format("{} is one less than expected, and outputs begin as -1.", it),
            "Is it set to 0 before anything is added?"};
  if (difference > 0)
    return {fmt::format("{} is larger than expected, by {:.9g}.", it, difference),
            "Is anything added more than once, or to a number that was not set to 0?"};
  return {fmt::format("{} is smaller than expected, by {:.9g}.", it, -difference),
          "Is anything left out, or does a thread write over what another one added?"};
}

/// "Row 0, column 1 has the value of row 1, column 0."
std::string misplaced_text(const Misplaced& misplaced, std::size_t row) {
  std::string text = fmt::format("{} has the value of {}.", element_text(misplaced.element, row),
                                 element_text(misplaced.belongs_to, row));
  text[0] = row == 0 ? 'E' : 'R';
  return text;
}

}  // namespace

ErrorPattern error_pattern(const Validation& v, const OutputShape& shape) {
  ErrorPattern pattern;
  if (v.ok() || v.wrong_runs.empty()) return pattern;
  pattern.is_unwritten = begins_so(v.got, v.expected);
  const bool is_alone = v.elements == 1;
  const Finding place = is_alone ? Finding{} : pattern_in(v, shape, pattern.is_unwritten);
  if (pattern.is_unwritten) {
    pattern.seen = is_alone ? "Never written." : fmt::format("Never written: {}.", place.where);
    pattern.advice = place.if_unwritten;
    return pattern;
  }
  const Finding difference = difference_of(v, shape.is_sum);
  std::vector<std::string> seen;
  if (!is_alone) seen.push_back(fmt::format("Wrong: {}.", place.where));
  if (!difference.where.empty()) seen.push_back(difference.where);
  std::string exchanged;
  if (v.misplaced) {
    seen.push_back(misplaced_text(*v.misplaced, shape.row));
    exchanged = exchange_advice(*v.misplaced, shape.row, v.elements);
  }
  pattern.seen = fmt::format("{}", fmt::join(seen, " "));
  for (const std::string& advice : {difference.advice, place.advice, exchanged})
    if (pattern.advice.empty()) pattern.advice = advice;
  return pattern;
}

}  // namespace tilebridge
