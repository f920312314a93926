// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using pages::Document;
using pages::Table;
using testing::HasSubstr;
using testing::Not;

std::string shown(Document::Block block, Style style = {}) {
  Document document;
  document.add(std::move(block));
  return as_text(document, style);
}

Table table_of(std::vector<Table::Row> rows) {
  return {"",
          {"name", pages::column("time", "t"), {"unit", "unit", 120}, "range", "verdict"},
          {{"", std::move(rows)}}};
}

Table::Row row(const std::string& name, const std::string& time) {
  return {{{name},
           Cell::number(time),
           {"µs"},
           Cell::range("0.9", "1.1"),
           Cell::judged(Verdict::parity)}};
}

TEST(TextTable, HasColumnsAsWideAsTheirContents) {
  EXPECT_EQ(shown(table_of({row("tile", "1.50"), row("padded_tile", "12.50")})),
            "  name             t  range       verdict\n"
            "  tile          1.50  [0.9, 1.1]  parity\n"
            "  padded_tile  12.50  [0.9, 1.1]  parity\n");
}

TEST(TextTable, HasMoreColumnsOnAWiderScreen) {
  const Table table = table_of({row("tile", "1.50")});
  EXPECT_THAT(shown(table, {.columns = 120}), HasSubstr("  µs  "));
  EXPECT_THAT(shown(table, {.columns = 119}), Not(HasSubstr("µs")));
  EXPECT_THAT(shown(table, {.whole = true}), HasSubstr("  µs  "));
}

TEST(TextTable, NamesContinueInFurtherLinesAndNumbersNever) {
  const std::string text =
      shown(table_of({row("a_padded_tile_with_a_long_name", "123456.78")}), {.columns = 50});
  EXPECT_EQ(text,
            "  name                        t range      verdict\n"
            "  a_padded_tile_with_ 123456.78 [0.9, 1.1] parity\n"
            "  a_long_name\n");
  expect_columns(text, 50);
}

TEST(TextTable, AVerdictContinuesBelowItself) {
  Table::Row long_row = row("tile", "1.50");
  long_row.cells.back().after = ", 0.71 without launch";
  EXPECT_THAT(shown(table_of({long_row}), {.columns = 45}), HasSubstr(" parity, 0.71 without\n"));
  EXPECT_THAT(shown(table_of({long_row}), {.columns = 45, .whole = true}),
              HasSubstr("parity, 0.71 without launch\n"));
}

TEST(TextTable, AReasonTakesTheRestOfTheLine) {
  const Table::Row invalid = {
      {{"tile"}, Cell::without_time(Status::invalid, "it wrote beyond the array 'out'")}};
  EXPECT_THAT(shown(table_of({invalid}), {.columns = 40}),
              HasSubstr("\n  tile  invalid: it wrote beyond the\n        array 'out'\n"));
  EXPECT_THAT(shown(table_of({invalid}), {.columns = 40, .whole = true}),
              HasSubstr("beyond the array 'out'\n"));
}

/// Figures of six to ten columns, of which `screen` is what narrow screens do without first.
Table wide_table() {
  Table table = {"",
                 {"variant",
                  "model",
                  {"share", "share", 60},
                  "time",
                  pages::column("a long head", "a long head"),
                  {"interval", "interval", 70},
                  "verdict"},
                 {{}}};
  table.add({{"a_padded_tile_with_a_long_name"},
             {"kokkos"},
             {"0.82", pages::Mark::none, " 0.76–0.89"},
             Cell::number("123.4567 µs"),
             Cell::number("0.536"),
             Cell::range("0.535", "0.537"),
             Cell::judged(Verdict::slower)});
  return table;
}

TEST(TextTable, NoFigureIsCutAtAnyWidth) {
  std::size_t before = 0;
  for (std::size_t width = 40; width <= 240; ++width) {
    const std::string text = shown(wide_table(), {.columns = width});
    expect_columns(text, width);
    EXPECT_THAT(text, Not(HasSubstr("…")));
    EXPECT_THAT(text, HasSubstr("123.4567 µs")) << width;
    std::size_t figures = 0;
    for (const char* figure : {"0.82", "0.76–0.89", "0.536", "[0.535, 0.537]"})
      figures += text.find(figure) != std::string::npos;
    EXPECT_GE(figures, before) << text;
    before = figures;
  }
  EXPECT_EQ(before, 4U);
}

TEST(TextTable, LastTextContinuesBelowItself) {
  const Table table = {
      "", {{"a"}, {"b"}}, {{"", {{{{"x"}, {"one two three four five six seven eight nine"}}}}}}};
  EXPECT_THAT(shown(table, {.columns = 40}),
              HasSubstr("\n  x one two three four five six seven\n    eight nine\n"));
}

TEST(TextTable, WhatIsBelowARowHasItsName) {
  const Table table = {
      "",
      {pages::headless("seen"), pages::below("idiom"), pages::below("write", "write")},
      {{"", {{{{"ten copies"}, {"a copy"}, {"none"}}}, {{{"nothing"}}}}}}};
  EXPECT_EQ(shown(table), "  ten copies\n    a copy\n    write: none\n  nothing\n");
}

TEST(TextTable, WithoutHeadsTheFirstCellHasALineOfItsOwnWhereTheRowDoesNotFit) {
  const Table table = {"",
                       {pages::headless("a"), pages::headless("b"), pages::headless("c")},
                       {{"a title", {{{{std::string(20, 'a')}, {std::string(20, 'b')}, {"c"}}}}}}};
  EXPECT_EQ(shown(table, {.columns = 60}),
            "  a title\n    aaaaaaaaaaaaaaaaaaaa  bbbbbbbbbbbbbbbbbbbb  c\n");
  EXPECT_EQ(shown(table, {.columns = 40}),
            "  a title\n    aaaaaaaaaaaaaaaaaaaa\n      bbbbbbbbbbbbbbbbbbbb c\n");
}

TEST(TextTable, ARowMayEndEarly) {
  EXPECT_THAT(shown(table_of({{{{"tile"}, Cell::number("2")}}})), HasSubstr("\n  tile  2\n"));
}

TEST(TextTable, AGroupHasItsTitleAndHeads) {
  Table table = table_of({row("tile", "1.50")});
  table.groups.front().title = "a title";
  table.groups.push_back(table.groups.front());
  const std::string group =
      "a title\n  name     t  range       verdict\n  tile  1.50  [0.9, 1.1]  parity\n";
  EXPECT_EQ(shown(table), group + "\n" + group);
}

TEST(TextTable, OnlyWhatHasAMarkIsColoured) {
  EXPECT_THAT(shown(table_of({row("tile", "1.50")}), {.colour = true}),
              HasSubstr("  tile  1.50  [0.9, 1.1]  \033[32mparity\033[0m\n"));
}

TEST(Text, ControlCharactersAreHarmless) {
  const std::string evil = "a\033[2J\n";
  Document inner;
  inner.add(pages::List{{evil}});
  Document document;
  document.add(pages::Heading{.text = evil});
  document.add(pages::Text{evil});
  document.add(pages::Figure{.title = evil, .lines = {evil}, .caption = evil});
  document.add(
      pages::Code{{{.title = evil, .lines = {{.number = 1, .marks = {evil}, .text = evil}}}}});
  document.add(pages::Fold{.summary = evil, .body = inner});
  document.add(Table{evil, {{evil}}, {{evil, {{{{evil}}}}}}});
  EXPECT_THAT(as_text(document), Not(HasSubstr("\033")));
}

TEST(Text, AFoldIsCutAndSaysWhereAllOfItIs) {
  Document document;
  document.complete = "the file has all";
  document.add(pages::Fold{.summary = "30 names"});
  std::get<pages::Fold>(document.blocks.back())
      .body.add(pages::List{std::vector<std::string>(30, "name")});
  EXPECT_THAT(as_text(document), testing::EndsWith("  name\n  … and 10 more: the file has all\n"));
}

TEST(Text, ABriefPageHasNoEmptyLinesAndCutsItems) {
  Document document;
  document.add(pages::Text{"first"});
  document.add(table_of({row("tile", "1.50")}));
  document.add(pages::List{{std::string(30, 'x') + " " + std::string(30, 'y')}});
  const std::string text = as_text(document, {.columns = 50});
  EXPECT_THAT(text, HasSubstr("first\n\n  name"));
  EXPECT_THAT(text, HasSubstr("\n    yyy"));
  document.is_brief = true;
  const std::string brief = as_text(document, {.columns = 50});
  EXPECT_THAT(brief, HasSubstr("first\n  name"));
}

pages::Section section_of(const std::string& name, std::size_t lines) {
  pages::Section section = {name};
  for (std::size_t i = 0; i < lines; ++i) section.body.say(name);
  return section;
}

std::string fitted(const std::vector<pages::Section>& sections, std::size_t most_lines) {
  return as_text(fitting(sections, most_lines, "--all", {}));
}

TEST(Fitting, ShowsEverythingIfThatFits) {
  EXPECT_EQ(fitted({section_of("a", 2), section_of("b", 1)}, 3), "a\na\nb\n");
}

TEST(Fitting, LeavesOutWholeSectionsAndNamesThem) {
  EXPECT_EQ(fitted({section_of("a", 2), section_of("b", 5), section_of("c", 1)}, 6),
            "a\na\nc\nLeft out, shown by --all: b\n");
  EXPECT_EQ(fitted({section_of("a", 2), section_of("b", 5), section_of("c", 5)}, 6),
            "a\na\nLeft out, shown by --all: b, c\n");
}

TEST(Fitting, ShowsTheLongestShorterFormThatFitsAndNamesWhatItLacks) {
  pages::Section code = section_of("code", 9);
  code.shorter = {{section_of("kernels", 2).body, "helpers"},
                  {section_of("kernel", 1).body, "native code, helpers"}};
  EXPECT_EQ(fitted({section_of("a", 1), code}, 6),
            "a\nkernels\nkernels\nLeft out, shown by --all: helpers\n");
  EXPECT_EQ(fitted({section_of("a", 2), code}, 5),
            "a\na\nkernel\nLeft out, shown by --all: native code, helpers\n");
  EXPECT_EQ(fitted({section_of("a", 3), code}, 5), "a\na\na\nLeft out, shown by --all: code\n");
}

TEST(Fitting, ShowsWhatTheReaderAskedForOnHoweverManyLines) {
  pages::Section code = section_of("code", 4);
  code.is_asked_for = true;
  EXPECT_EQ(fitted({section_of("a", 1), code, section_of("b", 1)}, 3),
            "a\ncode\ncode\ncode\ncode\nLeft out, shown by --all: b\n");
}

TEST(Fitting, LeavesOutWhatExplainsASectionThatIsLeftOut) {
  pages::Section legend = section_of("legend", 1);
  legend.explains = "code";
  EXPECT_EQ(fitted({section_of("a", 1), section_of("code", 9), legend}, 6),
            "a\nLeft out, shown by --all: code, legend\n");
}

TEST(Fitting, HasRoomForItsLastLineHoweverNarrow) {
  std::vector<pages::Section> sections = {section_of("a", 20)};
  for (const char* name : {"the first of the parts", "the second of the parts", "the third"})
    sections.push_back(section_of(name, 30));
  const std::string text =
      as_text(fitting(sections, 24, "--all", {.columns = 40}), {.columns = 40});
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 24);
  EXPECT_THAT(text, HasSubstr("Left out, shown by --all: the"));
}

}  // namespace
}  // namespace tilebridge::write
