// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <optional>
#include <vector>

#include "pages/svg.hpp"
#include "tests/write/count.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PictureSvg, IsOneWellFormedFileWithEscapedTitles) {
  const std::vector<Picture> pictures = {picture_of_segments(strided(0, 4, 4), "<script>&\""),
                                         picture_of_banks(strided(0, 128, 4), "load tile")};
  const std::string svg = picture_svg(std::nullopt, pictures);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&amp;&quot;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
  EXPECT_THAT(svg, HasSubstr("… 25 more"));  // of 32 wavefronts, seven are drawn
  EXPECT_THAT(svg, HasSubstr(">wavefront 32</text>"));
}

TEST(PictureSvg, WordsOfOneKindInASectorAreOneLine) {
  const std::string svg =
      picture_svg(std::nullopt, std::vector{picture_of_segments(strided(16, 4, 4), "")});
  // Four words of the first sector are moved, then four used; each takes 12 and a gap of 2.
  EXPECT_THAT(svg, HasSubstr("h54"));
}

TEST(PictureSvg, BeginsWithTheDrawing) {
  const std::string svg = picture_svg(drawing_of(Exchange{"a<b", {{"up", {0, 0}}}}), {});
  EXPECT_THAT(svg, HasSubstr("a&lt;b: whose value each lane takes"));
  EXPECT_EQ(count(svg, "class=\"full\""), 1U);
  EXPECT_EQ(count(svg, "class=\"half\""), 1U);
  EXPECT_THAT(svg, HasSubstr("blue: another lane&apos;s; yellow: its own"));
  EXPECT_THAT(svg, Not(HasSubstr("a bank that serves")));  // there is no such picture
}

}  // namespace
}  // namespace tilebridge::pages
