// SPDX-License-Identifier: Apache-2.0
#include "terminal/columns.hpp"

#include <gmock/gmock.h>

namespace tilebridge::terminal {
namespace {

const pages::Table table = {
    "", {{"name"}, {"time"}, {"unit"}, {"range"}, {"verdict"}}, {{"a title", {}}}};

TextColumns columns_of(std::size_t width = 60) {
  return {{{"name", "name", 8},
           {"time", "t", 6, TextColumn::Align::right},
           {"range", "range", 12, TextColumn::Align::left, 2},
           {"verdict", "verdict"}},
          2,
          width};
}

pages::Table::Row row(const std::string& name, const std::string& time) {
  return {{{name},
           pages::Cell::number(time),
           {"µs"},
           pages::Cell::range("0.9", "1.1"),
           pages::Cell::judged(Verdict::parity)}};
}

TEST(TextColumns, ShowsChosenColumnsAsWideAsTheyAre) {
  EXPECT_EQ(columns_of().head(), "  name          t  range        verdict\n");
  EXPECT_EQ(columns_of().line(table, row("tile", "1.50")),
            "  tile       1.50  [0.9, 1.1]   parity\n");
}

TEST(TextColumns, ShortensTextInTheMiddleAndNumbersNever) {
  EXPECT_EQ(columns_of().line(table, row("padded_tile", "123456.78")),
            "  pad…tile 123456.78  [0.9, 1.1]   parity\n");
}

pages::Table::Row row_with_long_verdict() {
  pages::Table::Row long_row = row("padded_tile", "1.50");
  long_row.cells.back().after = ", 0.71 without launch";
  return long_row;
}

TEST(TextColumns, AVerdictEndsAfterAWord) {
  EXPECT_EQ(columns_of(45).line(table, row_with_long_verdict()),
            "  pad…tile   1.50  [0.9, 1.1]   parity, …\n");
}

TEST(TextColumns, NothingIsCutWhereTextIsWhole) {
  EXPECT_EQ(columns_of(45).line(table, row_with_long_verdict(), {.whole = true}),
            "  padded_tile   1.50  [0.9, 1.1]   parity, 0.71 without launch\n");
  const pages::Table::Row invalid = {
      {{"tile"}, pages::Cell::without_time(Status::invalid, std::string(100, 'x'))}};
  EXPECT_THAT(columns_of(40).line(table, invalid, {.whole = true}),
              testing::HasSubstr(std::string(100, 'x') + "\n"));
}

TEST(TextColumns, ARowMayEndEarly) {
  EXPECT_EQ(columns_of().line(table, {{{"tile"}, pages::Cell::number("2")}}),
            "  tile          2\n");
}

TEST(TextColumns, AReasonTakesTheRestOfTheLine) {
  const pages::Table::Row invalid = {
      {{"tile"}, pages::Cell::without_time(Status::invalid, "it wrote beyond the array 'out'")}};
  EXPECT_EQ(columns_of(40).line(table, invalid), "  tile     invalid: it wrote beyond …\n");
}

TEST(TextColumns, ControlCharactersAreHarmless) {
  EXPECT_EQ(columns_of().line(table, {{{"a\033[2J\n"}}}), "  a?[2J?  \n");
}

TEST(TextColumns, OnlyWhatHasAMarkIsColoured) {
  EXPECT_EQ(columns_of().line(table, row("tile", "1.50"), {.colour = true}),
            "  tile       1.50  [0.9, 1.1]   \033[32mparity\033[0m\n");
}

TEST(TextColumns, AGroupHasItsTitleAndHeads) {
  EXPECT_EQ(columns_of().group(table, {"a title", {row("tile", "1.50")}}),
            "\na title\n" + columns_of().head() + columns_of().line(table, row("tile", "1.50")));
}

TEST(NameWidth, IsThatOfTheLongestWithinLimits) {
  const auto width = [](std::size_t length) {
    return name_width({"", {row("tile", ""), row(std::string(length, 'x'), "")}});
  };
  EXPECT_EQ(width(5), 16U);
  EXPECT_EQ(width(22), 22U);
  EXPECT_EQ(width(30), 24U);
}

}  // namespace
}  // namespace tilebridge::terminal
