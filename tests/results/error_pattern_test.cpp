// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "results/hints.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t columns = 72, rows = 104;
using IsWrong = std::function<bool(std::size_t y, std::size_t x)>;

/// An output of `elements`, each of which should be `expected`.
Validation output_of(std::size_t elements, const std::function<double(std::size_t)>& element,
                     double expected = 1) {
  Validation v;
  for (std::size_t i = 0; i < elements; ++i)
    detail::add_element(v, i, element(i), exactly(expected));
  v.elements = elements;
  return v;
}

/// An output in which these elements are wrong: 2 instead of 1.
Validation with_wrong(std::size_t elements, const std::function<bool(std::size_t)>& is_wrong) {
  return output_of(elements, [&](std::size_t i) { return is_wrong(i) ? 2.0 : 1.0; });
}

std::string seen_in_line(std::size_t elements, const std::function<bool(std::size_t)>& is_wrong) {
  return error_pattern(with_wrong(elements, is_wrong), {}).seen;
}

ErrorPattern in_matrix(const IsWrong& is_wrong, std::size_t of_rows = rows,
                       std::size_t of_columns = columns) {
  return error_pattern(
      with_wrong(of_rows * of_columns,
                 [&](std::size_t i) { return is_wrong(i / of_columns, i % of_columns); }),
      {.row = of_columns});
}

TEST(ErrorPattern, NamesElementsThatFollowOneAnother) {
  EXPECT_EQ(seen_in_line(100, [](auto) { return true; }), "Wrong: all 100 elements.");
  EXPECT_EQ(seen_in_line(100, [](auto i) { return i >= 96; }),
            "Wrong: the last 4 elements, from 96 on.");
  EXPECT_EQ(seen_in_line(100, [](auto i) { return i == 7; }), "Wrong: element 7.");
  EXPECT_EQ(seen_in_line(100, [](auto i) { return i >= 7 && i < 20; }), "Wrong: elements 7 to 19.");
}

TEST(ErrorPattern, NamesElementsThatRepeat) {
  EXPECT_EQ(seen_in_line(1000, [](auto i) { return i % 32 == 3; }),
            "Wrong: of every 32 elements number 3.");
  EXPECT_EQ(seen_in_line(1000, [](auto i) { return i % 32 != 3; }),
            "Wrong: of every 32 elements all but number 3.");
  EXPECT_EQ(seen_in_line(1000, [](auto i) { return i % 256 >= 128; }),
            "Wrong: of every 256 elements number 128 to 255.");
  EXPECT_EQ(seen_in_line(1000, [](auto i) { return i % 16 == 3 || i % 16 == 7; }),
            "Wrong: the same of every 16 elements.");
}

TEST(ErrorPattern, AdmitsThatItKnowsNone) {
  const Validation v = with_wrong(1000, [](auto i) { return i * i % 97 == 4; });
  EXPECT_THAT(error_pattern(v, {}).seen, HasSubstr("in no pattern known here"));
  EXPECT_EQ(error_pattern(v, {}).advice, "");
  EXPECT_EQ(error_pattern(with_wrong(10, [](auto) { return false; }), {}).seen, "");
}

TEST(ErrorPattern, NamesRowsAndColumns) {
  EXPECT_EQ(in_matrix([](auto, auto x) { return x >= 64; }).seen,
            "Wrong: the last 8 columns, from 64 on.");
  EXPECT_EQ(in_matrix([](auto y, auto) { return y == 5; }).seen, "Wrong: row 5.");
  EXPECT_EQ(in_matrix([](auto y, auto) { return y > 0; }).seen, "Wrong: all rows but the first.");
  EXPECT_EQ(in_matrix([](auto y, auto) { return y % 8 < 2; }).seen,
            "Wrong: of every 8 rows number 0 to 1.");
  EXPECT_EQ(in_matrix([](auto y, auto x) { return y >= 96 || x >= 64; }).seen,
            "Wrong: the rows from 96 on, and the columns from 64 on.");
}

TEST(ErrorPattern, NamesTilesThatWereNotTransposed) {
  const ErrorPattern within = in_matrix([](auto y, auto x) { return y % 32 != x % 32; });
  EXPECT_EQ(within.seen, "Wrong: all but the diagonals of tiles of 32 × 32.");
  EXPECT_THAT(within.advice, HasSubstr("read by columns"));
  const ErrorPattern whole = in_matrix([](auto y, auto x) { return y / 16 != x / 16; });
  EXPECT_EQ(whole.seen, "Wrong: all but the tiles of 16 × 16 on the matrix's diagonal.");
  EXPECT_THAT(whole.advice, HasSubstr("the tile's own row and column"));
}

bool is_edge(std::size_t at, std::size_t size) { return at % size == 0 || at % size == size - 1; }

TEST(ErrorPattern, NamesEdgesAndCornersOfTiles) {
  EXPECT_THAT(in_matrix([](auto y, auto x) { return is_edge(y, 16) && is_edge(x, 16); }).seen,
              HasSubstr("corners of tiles of 16 × 16"));
  EXPECT_THAT(in_matrix([](auto y, auto x) { return is_edge(y, 8) || is_edge(x, 32); }).seen,
              HasSubstr("edges of tiles of 8 × 32"));
  EXPECT_THAT(
      in_matrix([](auto, auto x) { return x > 0 && x < columns - 1 && is_edge(x, 32); }).seen,
      HasSubstr("edges of tiles of 32 columns"));
  EXPECT_THAT(in_matrix([](auto, auto x) { return x > 3 && (x % 32 < 3 || x % 32 > 28); }).seen,
              HasSubstr("edges of tiles of 32 columns"));
  EXPECT_THAT(in_matrix([](auto, auto x) { return x % 8 < 3 || x % 8 > 4; }).seen,
              testing::Not(HasSubstr("edges")));
  EXPECT_THAT(in_matrix([](auto y, auto x) {
                return y == 0 || y == rows - 1 || x == 0 || x == columns - 1;
              }).seen,
              HasSubstr("the matrix's border"));
}

TEST(ErrorPattern, OfALargeMatrixHoldsForTheRunsThatAreKept) {
  constexpr std::size_t large = 2000;
  EXPECT_THAT(in_matrix([](auto y, auto x) { return y % 32 != x % 32; }, large, large).seen,
              HasSubstr("all but the diagonals of tiles of 32 × 32"));
  EXPECT_EQ(in_matrix([](auto, auto x) { return x >= 1984; }, large, large).seen,
            "Wrong: the last 16 columns, from 1984 on.");
  constexpr std::size_t larger = 2200;  // it has more elements than are looked at
  EXPECT_EQ(in_matrix([](auto y, auto) { return y >= 2192; }, larger, larger).seen,
            "Wrong: the last 17600 elements, from 4822400 on.");
}

/// One element that is `got`.
Validation of_one(double got, double expected) {
  return output_of(
      1, [&](std::size_t) { return got; }, expected);
}

TEST(ErrorPattern, SaysWhatWasNeverWritten) {
  for (const double unwritten : {std::nan(""), -1.0}) {
    const ErrorPattern pattern = error_pattern(of_one(unwritten, 5), {});
    EXPECT_TRUE(pattern.is_unwritten);
    EXPECT_EQ(pattern.seen, "Never written.");
  }
  EXPECT_FALSE(error_pattern(of_one(-1, -2), {}).is_unwritten);
  const Validation v = output_of(4000, [](std::size_t i) { return i < 256 ? 1.0 : std::nan(""); });
  EXPECT_EQ(error_pattern(v, {}).seen, "Never written: the last 3744 elements, from 256 on.");
  EXPECT_THAT(error_pattern(v, {}).advice, StartsWith("Does every block compute elements of its"));
}

/// An output in which only these elements are written, by a kernel on a host.
ErrorPattern with_written(std::size_t elements, std::size_t row,
                          const std::function<bool(std::size_t)>& is_written,
                          bool may_have_team_of_one = false) {
  const Validation v =
      output_of(elements, [&](std::size_t i) { return is_written(i) ? 1.0 : std::nan(""); });
  return error_pattern(v, {.row = row, .may_have_team_of_one = may_have_team_of_one});
}
ErrorPattern with_written_in_matrix(const IsWrong& is_written) {
  return with_written(rows * columns, columns,
                      [&](std::size_t i) { return is_written(i / columns, i % columns); });
}

TEST(ErrorPattern, NamesTilesOfWhichOnlyTheFirstElementIsWritten) {
  EXPECT_EQ(with_written(1000, 0, [](auto i) { return i % 32 == 0; }).seen,
            "Never written: all but the first of every 32 elements.");
  EXPECT_EQ(with_written_in_matrix([](auto, auto x) { return x % 16 == 0; }).seen,
            "Never written: all but the first of every 16 elements.");
  EXPECT_EQ(with_written_in_matrix([](auto y, auto x) { return y % 8 == 0 && x % 32 == 0; }).seen,
            "Never written: all but the first element of tiles of 8 × 32.");
  EXPECT_EQ(with_written_in_matrix([](auto y, auto x) { return y % 16 == 0 && x == 0; }).seen,
            "Never written: all but the first element of tiles of 16 × 72.");
  EXPECT_THAT(with_written_in_matrix([](auto y, auto x) { return y == 8 && x % 32 == 0; }).seen,
              HasSubstr("in no pattern known here"));
}

TEST(ErrorPattern, AsksWhoWritesTheOtherElementsOfATile) {
  const auto is_first = [](auto i) { return i % 32 == 0; };
  EXPECT_THAT(with_written(1000, 0, is_first).advice,
              StartsWith("Does only thread 0 of each block write?"));
  EXPECT_EQ(with_written(1000, 0, is_first, true).advice,
            "The team may have one thread here: let a range distribute the elements.");
  const auto is_even = [](auto i) { return i % 2 == 0; };
  EXPECT_THAT(with_written(1000, 0, is_even, true).advice, StartsWith("Which of these does"));
  const auto is_zero = [](auto i) { return i == 0; };
  EXPECT_THAT(with_written(4000, 0, is_zero).advice, StartsWith("Does every block compute"));
}

TEST(ErrorPattern, SaysWhatTheDifferenceOfASumTells) {
  const auto seen = [](double got, double expected) {
    return error_pattern(of_one(got, expected), {.is_sum = true}).seen;
  };
  constexpr double word = 4294967296.0;
  EXPECT_EQ(seen(7, 7 + 2 * word), "It is off by 2 · 2^32.");
  EXPECT_THAT(seen(6, 7), HasSubstr("outputs begin as -1"));
  EXPECT_EQ(seen(9, 7), "It is larger than expected, by 2.");
  EXPECT_EQ(seen(4, 7), "It is smaller than expected, by 3.");
  EXPECT_EQ(error_pattern(of_one(4, 7), {}).seen, "");
}

TEST(ErrorPattern, SaysWhereAValueBelongs) {
  Validation v = with_wrong(24, [](auto i) { return i > 0 && i < 23; });
  v.misplaced = Misplaced{1, 4};
  EXPECT_THAT(error_pattern(v, {}).seen, HasSubstr("Element 1 has the value of element 4."));
  const ErrorPattern exchanged = error_pattern(v, {.row = 4});  // written as 4 rows of 6
  EXPECT_THAT(exchanged.seen, HasSubstr("Row 0, column 1 has the value of row 1, column 0."));
  EXPECT_EQ(exchanged.advice, "Is the output 6 rows of 4, or the other way round?");
}

}  // namespace
}  // namespace tilebridge
