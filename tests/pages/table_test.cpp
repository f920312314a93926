// SPDX-License-Identifier: Apache-2.0
#include "pages/table.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge::pages {
namespace {

Table sample() {
  return {"a table",
          {{"name"}, {"rank", "slowest rank"}, {"rank", "fastest rank"}},
          {{"first", {{{{"a"}, Cell::number("1"), Cell::number("2")}}}},
           {"second", {{{{"b"}, Cell::number("3")}}, {{{"c"}}}}}},
          7};
}

TEST(Cell, ReadsAsPlainText) {
  EXPECT_EQ(Cell{"tile"}.plain(), "tile");
  EXPECT_EQ(Cell::range("0.957", "0.959").plain(), "0.957 … 0.959");
  EXPECT_EQ(Cell::judged(Verdict::faster).plain(), "faster");
  EXPECT_EQ(Cell::without_time(Status::invalid, "64 are wrong").plain(), "invalid: 64 are wrong");
  EXPECT_EQ(Cell("reproduced", Mark::parity, "!").plain(), "reproduced!");
}

TEST(Cell, HasTheMarkOfItsJudgement) {
  EXPECT_EQ(Cell::judged(Verdict::parity).mark, Mark::parity);
  EXPECT_EQ(Cell::judged(Verdict::undecided).mark, Mark::undecided);
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

}  // namespace
}  // namespace tilebridge::pages
