// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using testing::HasSubstr;
using testing::Not;

std::string markdown_of(pages::Document::Block block) {
  pages::Document document;
  document.add(std::move(block));
  return as_markdown(document);
}

TEST(Markdown, TableHasAHeadAndALineForEachRow) {
  const pages::Table table = {
      "a caption",
      {{"name"}, {"ratio"}, {"verdict"}},
      {{"a title",
        {{{{"tile"}, Cell::range("0.9", "1.1"), Cell::judged(Verdict::parity)}}, {{{"none"}}}}}}};
  EXPECT_EQ(markdown_of(table),
            "a caption\n\n"
            "| name | ratio | verdict |\n"
            "| --- | --- | --- |\n"
            "| **a title** |  |  |\n"
            "| tile | 0.9 … 1.1 | parity |\n"
            "| none |  |  |\n");
}

TEST(Markdown, BackquotesEncloseCode) {
  EXPECT_EQ(markdown_of(pages::Text{"use `a<b>` of padded_tile, __ldg"}),
            "use `a<b>` of padded_tile, \\_\\_ldg\n");
}

TEST(Markdown, TextIsNeverMarkup) {
  const std::string text = markdown_of(pages::List{{"<img src=x> [a](b) *c* | `d @user # ~e~ \\"}});
  EXPECT_EQ(text,
            "- &lt;img src=x> \\[a\\](b) \\*c\\* &#124; &#96;d @&#8203;user \\# "
            "\\~e\\~ \\\\\n");
}

TEST(Markdown, NoLineOfCodeEndsIt) {
  const std::string text = markdown_of(
      pages::Code{{{.title = "a file", .lines = {{.text = "f();"}, {.text = "````"}}}}});
  EXPECT_THAT(text, testing::StartsWith("a file\n\n```````cpp\nf();\n````\n```````\n"));
}

TEST(Markdown, AFoldIsClosed) {
  pages::Fold fold = {.summary = "2 <names>"};
  fold.body.add(pages::List{{"a", "b"}});
  EXPECT_EQ(markdown_of(fold),
            "<details><summary>2 &lt;names&gt;</summary>\n\n- a\n- b\n\n</details>\n");
}

TEST(Markdown, ACommentHasAsManyRowsAsFit) {
  pages::Document page;
  pages::Table table = {"", {{"name"}}};
  for (int i = 0; i < 3000; ++i) table.add({fmt::format("a row with the number {}", i)});
  page.add(table);
  page.fold("more", table);
  page.add(pages::List{std::vector<std::string>(3000, "an item of many")});
  page.say("the end");
  page.complete = "`tilebridge compare a b`";
  EXPECT_GT(as_markdown(page).size(), longest_comment);
  const std::string text = as_comment(page);
  EXPECT_LE(text.size(), longest_comment);
  EXPECT_THAT(text,
              testing::AllOf(testing::HasSubstr("a row with the number 255 |\n\n… and 2744 more: "
                                                "`tilebridge compare a b`\n"),
                             testing::HasSubstr("- … and 2744 more: `tilebridge compare a b`\n"),
                             testing::EndsWith("the end\n")));
  pages::Document brief;
  brief.say("a word");
  EXPECT_EQ(as_comment(brief), as_markdown(brief));
}

TEST(Markdown, ACommentOfManyBlocksEndsWithAWholeOne) {
  pages::Document page;
  for (int i = 0; i < 3000; ++i) page.say(fmt::format("a paragraph with the number {}", i));
  page.complete = "`tilebridge compare a b`";
  const std::string text = as_comment(page);
  EXPECT_LE(text.size(), longest_comment);
  EXPECT_GT(text.size(), longest_comment / 2);
  EXPECT_THAT(text, testing::ContainsRegex("\n\na paragraph with the number [0-9]+\n\n… and more: "
                                           "`tilebridge compare a b`\n$"));
}

TEST(Markdown, WhatHasAMarkIsBold) {
  EXPECT_EQ(markdown_of(pages::Heading{"bad", 3, pages::Mark::slower}), "### **bad**\n");
  EXPECT_EQ(markdown_of(pages::Heading{"good", 3, pages::Mark::parity}), "### good\n");
}

}  // namespace
}  // namespace tilebridge::write
