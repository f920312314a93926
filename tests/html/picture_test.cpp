// SPDX-License-Identifier: Apache-2.0
#include "html/picture.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <vector>

#include "tests/html/count.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PictureSvg, IsOneWellFormedFileWithEscapedTitles) {
  const std::vector<pages::Picture> pictures = {
      pages::picture_of_segments(strided(0, 4, 4), "<script>&\""),
      pages::picture_of_banks(strided(0, 128, 4), "load tile")};
  const std::string svg = picture_svg(std::nullopt, pictures);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&amp;&quot;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
  EXPECT_EQ(count(svg, "<rect x"), 32U + 7 * 32);  // of 32 wavefronts, seven are drawn
  EXPECT_THAT(svg, HasSubstr("… 25 more"));
}

TEST(PictureSvg, BeginsWithTheDrawing) {
  const std::string svg = picture_svg(pages::drawing_of(Exchange{"a<b", {{"up", {0, 0}}}}), {});
  EXPECT_THAT(svg, HasSubstr("a&lt;b: whose value each lane takes"));
  EXPECT_EQ(count(svg, "<rect x"), 4U);
  EXPECT_THAT(svg, HasSubstr("blue: another lane&apos;s; yellow: its own"));
  EXPECT_THAT(svg, Not(HasSubstr("a bank that serves")));  // there is no such picture
}

TEST(DrawingTable, HasACellForEachLane) {
  const std::string table =
      drawing_table(pages::drawing_of(Exchange{"a<b", {{"up by 1", {0, 0, no_lane}}}}));
  EXPECT_THAT(table, HasSubstr("<caption>a&lt;b: whose value each lane takes</caption>"));
  EXPECT_THAT(table, HasSubstr("<tr><th scope=\"row\">up by 1</th><td class=\"half\">0</td>"
                               "<td class=\"full\">0</td><td>·</td></tr>"));
}

TEST(DrawingTable, AHaloIsCellsWithoutText) {
  const std::string table = drawing_table(pages::drawing_of(TileWithHalo{"staged", 2, 3, 1, 1}));
  EXPECT_EQ(count(table, "<td class=\"full\"></td>"), 2U * 3);
  EXPECT_EQ(count(table, "<td class=\"half\"></td>"), 4U * 5 - 2 * 3);
}

TEST(PictureTable, DrawsTheSameRows) {
  const std::string table = html::picture_table(pages::picture_of_banks(strided(0, 128, 4), "a<b"));
  EXPECT_THAT(table, HasSubstr("<caption>a&lt;b</caption>"));
  EXPECT_EQ(count(table, "<svg class=\"lanes\""), 7U);
  EXPECT_THAT(table, HasSubstr("<td colspan=\"3\">… 25 more</td>"));
  EXPECT_THAT(table, HasSubstr("<th scope=\"row\">wavefront 32</th>"));
}

TEST(PictureTable, WordsOfASectorAreOneLine) {
  const std::string table = html::picture_table(pages::picture_of_segments(strided(16, 4, 4), ""));
  EXPECT_THAT(table, HasSubstr("<path class=\"used\" d=\"M0 5h38\"/>"
                               "<path class=\"moved\" d=\"M40 5h38\"/>"));
}

}  // namespace
}  // namespace tilebridge::html
