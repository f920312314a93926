// SPDX-License-Identifier: Apache-2.0
#include "base/escape.hpp"

#include <gtest/gtest.h>

namespace tilebridge {
namespace {

using namespace std::string_literals;

TEST(XmlEscaped, LeavesNoMarkupAndNoCharacterThatXmlLacks) {
  EXPECT_EQ(xml_escaped("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;");
  EXPECT_EQ(xml_escaped("]]>"), "]]&gt;");
  EXPECT_EQ(xml_escaped("one\ntwo\tthree"), "one&#10;two&#9;three");
  EXPECT_EQ(xml_escaped("\0\x01\x1b\x7f\r\u009b\u202e\xff"s), "????????");
  EXPECT_EQ(xml_escaped("µ\xef\xbf\xbe\xef\xbf\xbf."), "µ??.");
}

TEST(HtmlText, EscapesWhatBeginsMarkup) {
  EXPECT_EQ(html_text("<a b=\"c\"> & it's\x01"), "&lt;a b=\"c\"> &amp; it's?");
}

TEST(MarkdownCode, EndsNeitherTheSpanNorTheCell) {
  EXPECT_EQ(markdown_code("a`b|c\nd<script>@all\u009b"), "`a'b/c?d<script>@all?`");
  EXPECT_EQ(markdown_code(""), "");
}

TEST(CsvField, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("\0\x7f\r\u009b"s), "????");
  EXPECT_EQ(csv_field(""), "");
}

TEST(CsvField, IsNoFormula) {
  for (const std::string start : {"=", "+", "-", "@", "\t"})
    EXPECT_EQ(csv_field(start + "1"), "'" + start + "1");
  EXPECT_EQ(csv_field("=A1,B1"), "\"'=A1,B1\"");
  EXPECT_EQ(csv_field("a=b"), "a=b");
}

TEST(ShellWord, QuotesWhatNeedsIt) {
  EXPECT_EQ(shell_word("results/a-b_1.json"), "results/a-b_1.json");
  EXPECT_EQ(shell_word("ü.json"), "ü.json");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b;touch X"), "'a b;touch X'");
  EXPECT_EQ(shell_word("$(x) `y`"), "'$(x) `y`'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("\x1b[31m"), "'?[31m'");
}

}  // namespace
}  // namespace tilebridge
