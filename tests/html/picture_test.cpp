// SPDX-License-Identifier: Apache-2.0
#include "html/picture.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(PictureSvg, IsOneWellFormedFileWithEscapedTitles) {
  const std::vector<view::Picture> pictures = {
      view::picture_of_segments(strided(0, 4, 4), "<script>&\""),
      view::picture_of_banks(strided(0, 128, 4), "load tile")};
  const std::string svg = picture_svg(pictures);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&amp;&quot;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
  EXPECT_EQ(count(svg, "<rect x"), 32U + 7 * 32);  // of 32 wavefronts, seven are drawn
  EXPECT_THAT(svg, HasSubstr("… 25 more"));
}

TEST(PictureTable, DrawsTheSameRows) {
  const std::string table = html::picture_table(view::picture_of_banks(strided(0, 128, 4), "a<b"));
  EXPECT_THAT(table, HasSubstr("<caption>a&lt;b</caption>"));
  EXPECT_EQ(count(table, "<svg class=\"lanes\""), 7U);
  EXPECT_THAT(table, HasSubstr("<td colspan=\"3\">… 25 more</td>"));
  EXPECT_THAT(table, HasSubstr("<th scope=\"row\">wavefront 32</th>"));
}

TEST(PictureTable, WordsOfASectorAreOneLine) {
  const std::string table = html::picture_table(view::picture_of_segments(strided(16, 4, 4), ""));
  EXPECT_THAT(table, HasSubstr("<path class=\"used\" d=\"M0 5h38\"/>"
                               "<path class=\"moved\" d=\"M40 5h38\"/>"));
}

}  // namespace
}  // namespace tilebridge::html
