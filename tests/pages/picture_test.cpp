// SPDX-License-Identifier: Apache-2.0
#include "pages/picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;

auto count_of(const PictureRow& row, Touch touch) {
  return std::count(row.words.begin(), row.words.end(), touch);
}

TEST(Picture, AContiguousWarpFillsOneSegment) {
  const Picture picture = picture_of_segments(strided(0, 4, 4), "load in");
  ASSERT_EQ(picture.rows.size(), 1U);
  EXPECT_EQ(picture.rows[0].label, "segment 0");
  EXPECT_EQ(picture.rows[0].note, "lanes 0…31");
  EXPECT_EQ(count_of(picture.rows[0], Touch::used), 32);
  EXPECT_EQ(picture.summary, "1 segment, 4 sectors; 128 of 128 bytes moved are asked for (100.0%)");
}

TEST(Picture, AStrideLeavesWordsThatNobodyAskedFor) {
  const Picture picture = picture_of_segments(strided(0, 8, 4), "load in");
  ASSERT_EQ(picture.rows.size(), 2U);
  EXPECT_EQ(picture.rows[1].note, "lanes 16…31");
  EXPECT_EQ(count_of(picture.rows[1], Touch::used), 16);
  EXPECT_EQ(count_of(picture.rows[1], Touch::moved), 16);
  EXPECT_THAT(picture.summary, HasSubstr("128 of 256 bytes moved are asked for (50.0%)"));
}

TEST(Picture, SectorsThatDoNotMoveAreIdle) {
  const PictureRow row = picture_of_segments(strided(16, 4, 4), "").rows.at(1);
  EXPECT_EQ(count_of(row, Touch::used), 4);
  EXPECT_EQ(count_of(row, Touch::moved), 4);
  EXPECT_EQ(count_of(row, Touch::idle), 24);
}

TEST(Picture, AConflictTakesAsManyWavefronts) {
  const Picture picture = picture_of_banks(strided(0, 2 * 4, 4), "load tile");
  ASSERT_EQ(picture.rows.size(), 2U);
  EXPECT_EQ(count_of(picture.rows[0], Touch::used), 16);
  EXPECT_EQ(picture.summary, "2 wavefronts; a 2-way bank conflict");
  EXPECT_EQ(picture_of_banks(strided(0, 33 * 4, 4), "").summary, "1 wavefront; no conflict");
}

std::string drawn(const Picture& picture) {
  return fmt::format("{}\n", fmt::join(picture.lines(), "\n"));
}

TEST(PictureText, DrawsWordsInSectors) {
  EXPECT_THAT(drawn(picture_of_segments(strided(0, 4, 4), "load in")),
              testing::HasSubstr("segment 0 ████████ ████████ ████████ ████████  lanes 0…31"));
  EXPECT_THAT(drawn(picture_of_segments(strided(0, 8, 4), "")),
              testing::HasSubstr("segment 1 █░█░█░█░ █░█░█░█░ █░█░█░█░ █░█░█░█░  lanes 16…31"));
  EXPECT_THAT(drawn(picture_of_segments(strided(16, 4, 4), "")),
              testing::HasSubstr("segment 1 ████░░░░ ········ ········ ········  lanes 28…31"));
}

TEST(PictureText, SaysHowManyRowsAreLeftOut) {
  const std::string text = drawn(picture_of_segments(strided(0, 128, 4), ""));
  EXPECT_THAT(text, testing::HasSubstr("  segment 5 "));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("segment 7 ")));
  EXPECT_THAT(text, testing::HasSubstr("\n  … 25 more\n  segment 31 "));
}

TEST(PictureText, OfEightRowsAllAreDrawn) {
  Picture picture = picture_of_segments(strided(0, 128, 4), "");
  picture.rows.resize(8);
  EXPECT_THAT(drawn(picture), testing::Not(testing::HasSubstr("more")));
  EXPECT_EQ(picture.lines().size(), 10U);
}

}  // namespace
}  // namespace tilebridge::pages
