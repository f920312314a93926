// SPDX-License-Identifier: Apache-2.0
#include "profile/csv.hpp"

#include <gmock/gmock.h>

namespace tilebridge::profile {
namespace {

using testing::ElementsAre;

TEST(Csv, ReadsPlainAndQuotedFields) {
  EXPECT_THAT(read_csv("a,\"b, c\",\"\",\n\"1,024\",d\r\n"),
              ElementsAre(ElementsAre("a", "b, c", "", ""), ElementsAre("1,024", "d")));
}

TEST(Csv, ADoubledQuoteIsOne) {
  EXPECT_THAT(read_csv(R"("7  ""a"" ","""x""","a"",b")"),
              ElementsAre(ElementsAre("7  \"a\" ", "\"x\"", "a\",b")));
}

TEST(Csv, AQuoteInsideAFieldIsKept) {
  EXPECT_THAT(read_csv(R"("a, "x":none, "x""" ",b)"),
              ElementsAre(ElementsAre(R"(a, "x":none, "x"" )", "b")));
}

TEST(Csv, WhatIsCutOffEndsWithTheText) {
  EXPECT_THAT(read_csv("a,\"b"), ElementsAre(ElementsAre("a", "b")));
  EXPECT_THAT(read_csv("\""), ElementsAre(ElementsAre("")));
  EXPECT_TRUE(read_csv("").empty());
}

TEST(Csv, EmptyFieldsCountAndEmptyLinesDoNot) {
  EXPECT_THAT(read_csv("\n,,\r\n\r\n\"\",\n"),
              ElementsAre(ElementsAre("", "", ""), ElementsAre("", "")));
}

TEST(Csv, ANewlineEndsARowInsideQuotesToo) {
  EXPECT_THAT(read_csv("\"a\nb\",c\n"), ElementsAre(ElementsAre("a"), ElementsAre("b\"", "c")));
}

TEST(Csv, WhatFollowsAClosingQuoteIsPartOfTheField) {
  EXPECT_THAT(read_csv(R"("a"b,c)"), ElementsAre(ElementsAre(R"(a"b,c)")));
}

}  // namespace
}  // namespace tilebridge::profile
