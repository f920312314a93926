// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "pages/accesses.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string drawn(const Picture& picture) { return fmt::format("{}\n", fmt::join(picture, "\n")); }

TEST(Picture, AContiguousWarpFillsOneSegment) {
  EXPECT_THAT(picture_of_segments(strided(0, 4, 4), "load in"),
              ElementsAre("load in", "  segment 0 ████████ ████████ ████████ ████████  lanes 0–31",
                          "  1 segment, 4 sectors; 128 of 128 bytes moved are asked for (100.0%)"));
}

TEST(Picture, AStrideLeavesWordsThatNobodyAskedFor) {
  EXPECT_THAT(picture_of_segments(strided(0, 8, 4), "load in").back(),
              HasSubstr("128 of 256 bytes moved are asked for (50.0%)"));
}

TEST(Picture, AConflictTakesAsManyWavefronts) {
  const Picture picture = picture_of_banks(strided(0, 2 * 4, 4), "load tile");
  ASSERT_EQ(picture.size(), 4U);
  EXPECT_THAT(picture[1], HasSubstr("wavefront 1 █·█·█·█· █·█·█·█· █·█·█·█· █·█·█·█·  "));
  EXPECT_EQ(picture.back(), "  2 wavefronts; a 2-way bank conflict");
  EXPECT_EQ(picture_of_banks(strided(0, 33 * 4, 4), "").back(), "  1 wavefront; no conflict");
}

TEST(Picture, AWavefrontOf64FillsLinesOfItsArchitecture) {
  EXPECT_THAT(picture_of_segments(strided(0, 4, 4, 64), "load in", *find_architecture("gfx942")),
              ElementsAre("load in", "  line 0 ████████ ████████ ████████ ████████  lanes 0–31",
                          "  line 1 ████████ ████████ ████████ ████████  lanes 32–63",
                          "  2 lines; 256 of 256 bytes moved are asked for (100.0%)"));
  const Picture older =
      picture_of_segments(strided(0, 8, 4, 64), "load in", *find_architecture("gfx90a"));
  EXPECT_EQ(older[1], "  line 0 █░█░█░█░ █░█░█░█░  lanes 0–7");
  EXPECT_EQ(older.back(), "  8 lines; 256 of 512 bytes moved are asked for (50.0%)");
}

TEST(Picture, AWavefrontTakesTwoCyclesOfTheBanks) {
  const Architecture& gfx942 = *find_architecture("gfx942");
  EXPECT_EQ(picture_of_banks(strided(0, 4, 4, 64), "", gfx942).back(), "  2 cycles; no conflict");
  EXPECT_EQ(picture_of_banks(strided(0, 8, 4, 64), "", gfx942).back(),
            "  4 cycles; a 2-way bank conflict");
}

TEST(PictureText, DrawsWordsInSectors) {
  EXPECT_THAT(drawn(picture_of_segments(strided(0, 4, 4), "load in")),
              testing::HasSubstr("segment 0 ████████ ████████ ████████ ████████  lanes 0–31"));
  EXPECT_THAT(drawn(picture_of_segments(strided(0, 8, 4), "")),
              testing::HasSubstr("segment 1 █░█░█░█░ █░█░█░█░ █░█░█░█░ █░█░█░█░  lanes 16–31"));
  EXPECT_THAT(drawn(picture_of_segments(strided(16, 4, 4), "")),
              testing::HasSubstr("segment 1 ████░░░░ ········ ········ ········  lanes 28–31"));
}

TEST(PictureText, SaysHowManyRowsAreLeftOut) {
  const std::string text = drawn(picture_of_segments(strided(0, 128, 4), ""));
  EXPECT_THAT(text, testing::HasSubstr("  segment 5 "));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("segment 7 ")));
  EXPECT_THAT(text, testing::HasSubstr("\n  … 25 more\n  segment 31 "));
}

TEST(PictureText, OfEightRowsAllAreDrawn) {
  WarpAccess eight = strided(0, 128, 4);
  std::fill(eight.addresses.begin() + 8, eight.addresses.end(), inactive);
  const Picture picture = picture_of_segments(eight, "");
  EXPECT_THAT(drawn(picture), testing::Not(testing::HasSubstr("more")));
  EXPECT_EQ(picture.size(), 10U);
}

}  // namespace
}  // namespace tilebridge::pages
