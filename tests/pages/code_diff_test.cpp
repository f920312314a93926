// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/listing.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

Code::Listing listing(const std::vector<std::string>& lines, std::size_t first = 1) {
  Code::Listing listing = {.title = "code"};
  for (const std::string& line : lines)
    listing.lines.push_back({.number = first++, .marks = {"①"}, .text = line});
  return listing;
}

/// "12- text" of a line.
std::vector<std::string> shown(const Code::Listing& listing) {
  std::vector<std::string> lines;
  for (const Code::Line& line : listing.lines)
    lines.push_back(
        fmt::format("{}{} {}", line.number, line.marks.empty() ? "" : line.marks[0], line.text));
  return lines;
}

TEST(CodeDiff, HasCommonLinesOnceWithTheNumbersOfTheSecond) {
  EXPECT_THAT(
      shown(code_diff(listing({"a", "b", "c", "d"}), listing({"a", "x", "y", "c", "d"}, 11))),
      ElementsAre("11 a", "2- b", "12+ x", "13+ y", "14 c", "15 d"));
}

TEST(CodeDiff, DoesNotCountIndentation) {
  EXPECT_THAT(shown(code_diff(listing({"a;", "b;"}), listing({"if (x) {", "  a;", "  b;"}, 7))),
              ElementsAre("7+ if (x) {", "8   a;", "9   b;"));
}

TEST(CodeDiff, IsEmptyWhereLessThanHalfIsCommon) {
  const Code::Listing before = listing({"a", "b", "c"});
  EXPECT_TRUE(code_diff(before, listing({"a", "x", "y"})).lines.empty());
  EXPECT_FALSE(code_diff(before, listing({"a", "b", "y"})).lines.empty());
}

TEST(CodeDiff, ShowsWhatDiffersWithThreeLinesAround) {
  std::vector<std::string> before(12, "same"), after = before;
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = after[i] = fmt::format("line {}", i);
  after[5] = "new";
  EXPECT_THAT(shown(differences_alone(code_diff(listing(before), listing(after)))),
              ElementsAre("3 line 2", "4 line 3", "5 line 4", "6- line 5", "6+ new", "7 line 6",
                          "8 line 7", "9 line 8"));
}

}  // namespace
}  // namespace tilebridge::pages
