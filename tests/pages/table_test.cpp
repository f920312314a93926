// SPDX-License-Identifier: Apache-2.0
#include "pages/table.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

Table sample() {
  return {"a table",
          {{"name"}, {"rank", "slowest rank"}, {"rank", "fastest rank"}},
          {{"first", {{{{"a"}, Cell::number("1"), Cell::number("2")}}}},
           {"second", {{{{"b"}, Cell::number("3")}}, {{{"c"}}}}}},
          7};
}

std::vector<std::string> plain(const Table::Row& row) {
  std::vector<std::string> texts;
  for (const Cell& cell : row.cells) texts.push_back(cell.plain());
  return texts;
}

TEST(Cell, ReadsAsPlainText) {
  EXPECT_EQ(Cell{"tile"}.plain(), "tile");
  EXPECT_EQ(Cell::range("0.957", "0.959").plain(), "0.957 … 0.959");
  EXPECT_EQ(Cell::judged(Verdict::faster).plain(), "faster");
  EXPECT_EQ(Cell::without_time(Status::invalid, "64 are wrong").plain(), "invalid: 64 are wrong");
  const Cell finding = {.text = "reproduced", .before = "4.3: ", .after = "!"};
  EXPECT_EQ(finding.plain(), "4.3: reproduced!");
}

TEST(Cell, HasTheMarkOfItsJudgement) {
  EXPECT_EQ(Cell::judged(Verdict::parity).mark, Mark::parity);
  EXPECT_EQ(Cell::judged(Verdict::inconclusive).mark, Mark::inconclusive);
  EXPECT_EQ(Cell::without_time(Status::invalid, "").mark, Mark::invalid);
  EXPECT_EQ(Cell::without_time(Status::no_equivalent, "").mark, Mark::missing);
}

TEST(Table, FindsItsColumnsByKey) {
  EXPECT_EQ(sample().column("name"), 0U);
  EXPECT_EQ(sample().column("fastest rank"), 2U);
  EXPECT_THROW(sample().column("rank"), InternalError);
  EXPECT_EQ(sample().size(), 3U);
  EXPECT_TRUE((Table{"nothing", {{"name"}}, {{}}}.empty()));
}

TEST(Table, WithColumnsHasTheseInThisOrder) {
  const Table chosen = with_columns(sample(), {"fastest rank", "name"});
  EXPECT_EQ(chosen.columns[0].head, "rank");
  EXPECT_EQ(chosen.columns[1].head, "name");
  EXPECT_THAT(plain(chosen.groups[0].rows[0]), ElementsAre("2", "a"));
  EXPECT_THAT(plain(chosen.groups[1].rows[1]), ElementsAre("", "c"));
  EXPECT_EQ(chosen.groups[1].title, "second");
  EXPECT_EQ(chosen.left_out, 7U);
}

TEST(Table, UngroupedHasAllRowsInOneGroup) {
  const Table all = ungrouped(sample());
  ASSERT_EQ(all.groups.size(), 1U);
  EXPECT_EQ(all.groups[0].title, "");
  EXPECT_EQ(all.size(), 3U);
  EXPECT_THAT(plain(all.groups[0].rows[2]), ElementsAre("c"));
}

}  // namespace
}  // namespace tilebridge::pages
