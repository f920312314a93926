// SPDX-License-Identifier: Apache-2.0
#include "html/markup.hpp"

#include <gmock/gmock.h>

#include "html/assets.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Markup, TextIsNeverMarkup) {
  EXPECT_EQ(text("<img onerror='x'>"), "&lt;img onerror=&apos;x&apos;&gt;");
  EXPECT_LE(text(std::string(100000, 'x')).size(), 300U);
}

TEST(Markup, EmbeddedJsonNeitherEndsTheScriptNorBeginsOne) {
  const Json json = {{"</script><script>", "<!-- \xff"}};
  const std::string result = embedded(json);
  EXPECT_THAT(result, testing::Not(HasSubstr("<")));
  EXPECT_EQ(Json::parse(result).begin().key(), "</script><script>");
}

TEST(Markup, ASourceHashIsTheDigestInBase64) {
  // SHA-256 of "abc", from FIPS 180-4's examples.
  const Asset asset = {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
  EXPECT_EQ(source_hash(asset), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

TEST(Markup, EveryJudgementHasItsOwnSymbol) {
  EXPECT_EQ(badge(pages::Mark::parity, "parity"),
            "<span class=\"verdict parity\"><span aria-hidden=\"true\">●</span> parity</span>");
  EXPECT_THAT(badge(pages::Mark::slower, "slower"), HasSubstr("▼"));
  EXPECT_THAT(badge(pages::Mark::faster, "faster"), HasSubstr("▲"));
  EXPECT_THAT(badge(pages::Mark::inconclusive, "inconclusive"), HasSubstr("◇"));
  EXPECT_THAT(badge(pages::Mark::missing, "skipped"), HasSubstr("–"));
}

pages::Table sample() {
  return {"a<b",
          {{"name"}, {"", "nothing"}, {"time"}, {"verdict"}},
          {{"n=1",
            {{{{"x&y"}, {"µs"}, pages::Cell::range("1", "2"), pages::Cell::judged(Verdict::parity)},
              {{"level", "tuned"}},
              "there"}}},
           {"n=2",
            {{{{"z"}, {"-"}, pages::Cell::without_time(Status::invalid, "64 are wrong")}},
             {{{"w"}, pages::Cell::number("3")}}}}}};
}

TEST(Markup, ATableHasItsCaptionAndHeads) {
  EXPECT_THAT(
      scrolling(sample(), "class=\"c\""),
      StartsWith("<div class=\"scroll\"><table class=\"c\"><caption>a&lt;b</caption>\n"
                 "<thead><tr><th scope=\"col\">name</th><td></td><th scope=\"col\">time</th>"
                 "<th scope=\"col\">verdict</th></tr></thead>\n"));
}

TEST(Markup, ARowHasAHeadItsFactsAndItsLink) {
  EXPECT_THAT(scrolling(sample()),
              HasSubstr("<tr data-level=\"tuned\"><th scope=\"row\"><a href=\"#there\">x&amp;y</a>"
                        "</th><td>µs</td><td class=\"number\">1 … 2</td><td>" +
                        badge(pages::Mark::parity, "parity") + "</td></tr>\n"));
}

TEST(Markup, AReasonTakesTheRestOfItsRowAndWhatIsMissingIsEmpty) {
  const std::string html = scrolling(sample());
  EXPECT_THAT(html, HasSubstr("<td>-</td><td colspan=\"2\" class=\"reason\">invalid: 64 are wrong"
                              "</td></tr>\n"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">3</td><td></td><td></td></tr>\n"));
}

TEST(Markup, AGroupHasItsTitleAcrossAllColumns) {
  EXPECT_THAT(scrolling(sample()),
              HasSubstr("<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"4\" class=\"setting\">n=2"
                        "</th></tr>\n"));
}

TEST(Markup, AFoldedTableSaysHowManyRowsThereAre) {
  pages::Table table = sample();
  EXPECT_THAT(folded(table, "rows"), StartsWith("<details><summary>Table: 3 rows</summary>\n<div"));
  table.left_out = 2;
  EXPECT_THAT(folded(table, "rows"), HasSubstr("<p>The first 3 of 5 rows.</p>\n<div"));
  EXPECT_EQ(folded({"", {{"name"}}, {{}}}, "rows"), "");
}

TEST(Markup, ASectionIsNamedByItsHeading) {
  EXPECT_EQ(section("a", "A & B", "content"),
            "<section id=\"a\" aria-labelledby=\"a-title\">\n<h2 id=\"a-title\">A &amp; B</h2>\n"
            "content</section>\n");
  EXPECT_EQ(paragraph("a<b", "class=\"note\""), "<p class=\"note\">a&lt;b</p>\n");
  EXPECT_EQ(paragraph(""), "");
}

}  // namespace
}  // namespace tilebridge::html
