// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/write/count.hpp"
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using testing::HasSubstr;
using testing::Not;

std::string html_of(pages::Document::Block block) {
  pages::Document document;
  document.add(pages::Heading{.text = "transpose", .id = "transpose"});
  document.add(std::move(block));
  return as_html(document, {"a title"});
}

pages::Table sample() {
  return {"a<b",
          {{"name"}, {"", "nothing"}, {"time"}, {"verdict"}},
          {{"n=1",
            {{{{"x&y"}, {"µs"}, Cell::range("1", "2"), Cell::judged(Verdict::parity)}, "there"}}},
           {"n=2",
            {{{{"z"}, {"-"}, Cell::without_time(Status::invalid, "64 are wrong")}},
             {{{"w"}, Cell::number("3")}}}}}};
}

TEST(Html, PolicyAllowsNothingButTheScriptAndStyleOfThePage) {
  const std::string html = as_html({}, {"a title"});
  EXPECT_THAT(html,
              testing::ContainsRegex("default-src 'none'; script-src 'sha256-[^' ]*'; style-src "
                                     "'sha256-[^' ]*'; img-src data:;"));
  EXPECT_THAT(html, Not(HasSubstr("unsafe")));
  EXPECT_EQ(count(html, "<script"), 1U);
}

TEST(Html, SourceHashIsTheDigestInBase64) {
  // SHA-256 of "abc", from FIPS 180-4's examples.
  const Asset asset = {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
  EXPECT_EQ(source_hash(asset), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

TEST(Html, TextIsNeverMarkup) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror='x'>";
  pages::Document inner;
  inner.add(
      pages::Code{{{.title = evil, .lines = {{.number = 1, .marks = {evil}, .text = evil}}}}});
  inner.add(pages::List{{evil, "transpose/" + evil}});
  pages::Document document;
  document.add(pages::Heading{.text = evil, .id = evil});
  document.add(pages::Heading{.text = evil, .level = 1});
  document.add(pages::Heading{.text = evil, .level = 3});
  document.add(pages::Text{evil});
  document.add(pages::Figure{.title = evil, .lines = {evil}, .caption = evil});
  document.add(pages::Fold{.summary = evil, .body = inner});
  document.add(pages::Table{evil, {{evil}}, {{evil, {{{{evil}, {evil}}, evil}}}}});
  const std::string html = as_html(document, {evil, evil, {{evil, evil}}, evil});
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_EQ(count(html, "<script"), 1U);
}

TEST(Html, HeadingOfLevelTwoBeginsANamedSectionAndIsInTheContents) {
  pages::Document document;
  document.add(pages::Heading{.text = "tiling", .level = 1});
  document.add(pages::Heading{.text = "A & B", .id = "a"});
  document.add(pages::Text{"content"});
  document.add(pages::Heading{.text = "C", .id = "c"});
  const std::string html = as_html(document, {});
  EXPECT_THAT(html, HasSubstr("<section id=\"a\" aria-labelledby=\"a-title\">\n"
                              "<h2 id=\"a-title\">A &amp; B</h2>\n<p>content</p>\n</section>\n"));
  EXPECT_THAT(html, HasSubstr("<h2>tiling</h2>\n<ul>\n<li><a href=\"#a\">A &amp; B</a>\n"));
  EXPECT_EQ(count(html, "<section"), count(html, "</section>"));
  EXPECT_EQ(count(html, "<h1>"), 1U);
}

TEST(Html, NameOfASectionInAListLeadsThere) {
  const std::string html = html_of(pages::List{{"0.54 of transpose/tile: slow", "copy/tile"}});
  EXPECT_THAT(html, HasSubstr("<li>0.54 of <a href=\"#transpose?variant=tile\">transpose/tile</a>"
                              ": slow\n"));
  EXPECT_THAT(html, HasSubstr("<li>copy/tile\n"));
}

TEST(Html, LinesOfADiffAreInsertedOrDeleted) {
  pages::Document document;
  document.add(pages::Code{{{.title = "diff",
                             .lines = {{.number = 1, .marks = pages::removed, .text = "a<b"},
                                       {.number = 2, .marks = pages::added, .text = "c"}}}}});
  const std::string page = as_html(document, {"t", "t"});
  EXPECT_THAT(page, HasSubstr("<del><i>1 -</i>a&lt;b</del>\n<ins><i>2 +</i>c</ins>\n"));
}

TEST(Html, LinesAreNumberedWhereTheyBeginOrHaveMarks) {
  const std::string html =
      html_of(pages::Code{{{.title = "native",
                            .lines = {{.number = 1, .text = "a"},
                                      {.number = 2, .text = "b"},
                                      {.number = 3, .marks = {"①"}, .text = "c"},
                                      {.number = 4, .text = "d"},
                                      {},
                                      {.number = 5, .text = "e"},
                                      {.number = 7, .text = "f"}}}}});
  EXPECT_THAT(html, HasSubstr("<i>1 </i>a\nb\n<i>3 ①</i>c\nd\n\n<i>5 </i>e\n<i>7 </i>f\n"));
}

TEST(Html, TitlesInCodeLeadToTheVariantsThatTheyName) {
  pages::Document document;
  document.add(pages::Heading{.text = "copy", .id = "copy"});
  document.add(
      pages::Code{{{.title = "t", .lines = {{.text = "1–2: see copy/tile", .is_title = true}}}}});
  EXPECT_THAT(as_html(document, {"t", "t"}),
              HasSubstr("<b>1–2: see <a href=\"#copy?variant=tile\">copy/tile</a></b>\n"));
}

TEST(Html, AParagraphMayLeadSomewhere) {
  EXPECT_THAT(html_of(pages::Text{.text = "what it means", .link = "marks"}),
              HasSubstr("<p><a href=\"#marks\">what it means</a></p>\n"));
}

TEST(Html, ColumnsOfNamesAloneAreAlignedByTheTable) {
  pages::Table table;
  table.columns = {"kernel", "model", "time", "verdict"};
  table.groups.push_back({"",
                          {{{"a", "Kokkos", pages::Cell::number("1.5"), "so much"}},
                           {{"b", "RAJA", pages::Cell::number("2"), "slower"}}}});
  EXPECT_THAT(html_of(table), HasSubstr("<table class=\"w2 w4\">"));
  EXPECT_THAT(html_of(table), HasSubstr("<th>b<td>RAJA<td>2<td>slower\n"));
}

TEST(Html, BackquotesEncloseCode) {
  EXPECT_THAT(html_of(pages::Text{"use `a<b>` here"}),
              HasSubstr("<p>use <code>a&lt;b></code> here</p>"));
  EXPECT_THAT(html_of(pages::Text{"one ` alone"}), HasSubstr("<p>one ` alone</p>"));
}

TEST(Html, TableHasItsCaptionHeadsAndGroups) {
  const std::string html = html_of(sample());
  EXPECT_THAT(html, HasSubstr("<table><caption>a&lt;b</caption>\n<thead><tr><th scope=col>name<td>"
                              "<th scope=col>time<th scope=col>verdict</thead>\n"));
  EXPECT_THAT(html, HasSubstr("<tbody><tr><th scope=rowgroup colspan=4>n=2\n"));
}

TEST(Html, RowHasAHeadItsLinkAndItsJudgement) {
  EXPECT_THAT(html_of(sample()),
              HasSubstr("<tr><th><a href=\"#there\">x&amp;y</a><td class>µs<td>1 … 2"
                        "<td class=parity>parity\n"));
}

TEST(Html, ReasonTakesTheRestOfItsRowAndMissingCellsAreEmpty) {
  const std::string html = html_of(sample());
  EXPECT_THAT(html, HasSubstr("<td class>-<td colspan=2 class=reason>invalid: 64 are wrong\n"));
  EXPECT_THAT(html, HasSubstr("<td>3\n"));  // without the empty cells behind it
}

TEST(Html, WhatIsBelowARowIsARowOfItsOwnWithoutAHead) {
  pages::Table table;
  table.columns = {"kernel", pages::below("reason", "why"), "time", pages::below("code")};
  table.groups = {
      {"slow",
       {{{"a", "it is `far`", pages::Cell::number("2"), pages::Cell("x<y", pages::Mark::slower)}},
        {{"b", "", pages::Cell::number("3")}}}}};
  const std::string html = html_of(table);
  EXPECT_THAT(html, HasSubstr("<th scope=col>kernel<th scope=col>time</thead>"));
  EXPECT_THAT(html, HasSubstr("<th scope=rowgroup colspan=2>slow\n"));
  EXPECT_THAT(html, HasSubstr("<tr><th>a<td>2\n<tr class=below><td colspan=2><div>why: <span>it is "
                              "<code>far</code></span></div><div><span class=slower>x&lt;y</span>"
                              "</div>\n<tr><th>b<td>3\n</table>"));
}

TEST(Html, TheHeadHasTheModelsInTheirColours) {
  const std::string html = as_html(
      {}, {"a title", "A GPU", {{"native", "CUDA 13"}, {"kokkos", "Kokkos"}}, "2026-11-26"});
  EXPECT_THAT(html, HasSubstr("<title>tilebridge: a title</title>"));
  EXPECT_THAT(html, HasSubstr("<h1>A GPU</h1>"));
  EXPECT_THAT(
      html,
      HasSubstr("<li class=\"native\">CUDA 13<li class=\"kokkos\">Kokkos</ul>\n<p>2026-11-26"));
}

pages::Table speeds() {
  pages::Table table = {"of a<b", {{"kernel"}, {"time"}, {"Kokkos", "a"}, {"Kokkos", "b"}}};
  table.columns[2].form = "loops";
  table.columns[3].form = "rewritten";
  table.add({"tile", Cell::number("1 µs"), Cell::relative(0.5), Cell::relative(1)},
            "x?variant=tile");
  table.add({"further", {}, {}, Cell::relative(2)}, "there");
  table.groups[0].rows[0].numbers = "float";
  table.groups[0].rows[1].numbers = "double";
  table.groups[0].rows[1].is_further = true;
  return table;
}

TEST(Html, ATableOfSpeedsIsAHeatMapWithASwitch) {
  const std::string html = html_of(speeds());
  for (const char* part :
       {"<p>of a&lt;b</p>",
        "<legend>form</legend><label><input type=radio name=f0 value=f0 checked>loops</label>",
        "<input type=radio name=f0 value=f1>rewritten", "<legend>numbers</legend>",
        "<th scope=col class=f0>Kokkos <small>loops</small>",
        "<tr class=\" n0 hf0 hf1\"><th><a href=\"#x?variant=tile\">tile</a><td>1 µs"
        "<td class=\"f0 s2\">0.50<td class=\"f1 s5\">1.00\n",
        "<tr class=\"further n1 hf1\"><th><a href=\"#there\">further</a><td><td class=f0>"
        "<td class=\"f1 s7\">2.00\n"})
    EXPECT_THAT(html, HasSubstr(part));
}

TEST(Html, TableSaysHowManyRowsAreLeftOut) {
  pages::Table table = sample();
  table.left_out = 2;
  EXPECT_THAT(html_of(table), HasSubstr("<p>The first 3 of 5 rows.</p>"));
}

TEST(Html, ListingsStandSideBySideWithNumbersAndMarks) {
  const pages::Code code = {
      {{.title = "native", .lines = {{.number = 7, .marks = {"①"}, .text = "x"}}},
       {.title = "Kokkos", .note_above = "not here"}}};
  const std::string html = html_of(code);
  EXPECT_THAT(html,
              HasSubstr("<div class=columns>\n<div><h5>native</h5>\n<pre tabindex=0>"
                        "<i>7 ①</i>x\n</pre>\n</div>\n<div><h5>Kokkos</h5>\n<p>not here</p>"));
}

}  // namespace
}  // namespace tilebridge::write
