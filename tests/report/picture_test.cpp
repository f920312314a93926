// SPDX-License-Identifier: Apache-2.0
#include "report/picture.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Picture, AContiguousWarpFillsOneSegment) {
  const Picture picture = picture_of_segments(strided(0, 4, 4), "load in");
  ASSERT_EQ(picture.rows.size(), 1U);
  EXPECT_EQ(std::count(picture.rows[0].cells.begin(), picture.rows[0].cells.end(), Cell::used), 32);
  EXPECT_EQ(picture.summary, "1 segment, 4 sectors; 128 of 128 bytes moved are asked for (100.0%)");
  EXPECT_THAT(as_text(picture),
              HasSubstr("segment 0 ████████ ████████ ████████ ████████  lanes 0…31"));
}

TEST(Picture, AStrideLeavesWordsThatNobodyAskedFor) {
  const Picture picture = picture_of_segments(strided(0, 8, 4), "load in");
  ASSERT_EQ(picture.rows.size(), 2U);
  EXPECT_THAT(as_text(picture),
              HasSubstr("segment 1 █░█░█░█░ █░█░█░█░ █░█░█░█░ █░█░█░█░  lanes 16…31"));
  EXPECT_THAT(picture.summary, HasSubstr("128 of 256 bytes moved are asked for (50.0%)"));
}

TEST(Picture, SectorsThatDoNotMoveAreIdle) {
  EXPECT_THAT(as_text(picture_of_segments(strided(16, 4, 4), "")),
              HasSubstr("segment 1 ████░░░░ ········ ········ ········  lanes 28…31"));
}

TEST(Picture, ManySegmentsAreShortened) {
  const std::string text = as_text(picture_of_segments(strided(0, 128, 4), ""));
  EXPECT_THAT(text, HasSubstr("segment 5 "));
  EXPECT_THAT(text, Not(HasSubstr("segment 7 ")));
  EXPECT_THAT(text, HasSubstr("… 25 more"));
  EXPECT_THAT(text, HasSubstr("segment 31 "));
}

TEST(Picture, AConflictTakesAsManyWavefronts) {
  const Picture picture = picture_of_banks(strided(0, 2 * 4, 4), "load tile");
  ASSERT_EQ(picture.rows.size(), 2U);
  EXPECT_EQ(std::count(picture.rows[0].cells.begin(), picture.rows[0].cells.end(), Cell::used), 16);
  EXPECT_EQ(picture.summary, "2 wavefronts; a 2-way bank conflict");
  EXPECT_EQ(picture_of_banks(strided(0, 33 * 4, 4), "").summary, "1 wavefront; no conflict");
}

TEST(Picture, TheSvgIsOneWellFormedFileWithEscapedTitles) {
  const std::vector<Picture> pictures = {picture_of_segments(strided(0, 4, 4), "<script>&\""),
                                         picture_of_banks(strided(0, 128, 4), "load tile")};
  const std::string svg = as_svg(pictures);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&amp;&quot;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
  const auto rectangles = [&] {
    std::size_t count = 0;
    for (std::size_t at = svg.find("<rect x"); at != std::string::npos;
         at = svg.find("<rect x", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(rectangles(), 32U + 7 * 32);  // of 32 wavefronts, seven are drawn
}

}  // namespace
}  // namespace tilebridge
