// SPDX-License-Identifier: Apache-2.0
#include "terminal/accesses.hpp"

#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PictureText, DrawsWordsInSectors) {
  EXPECT_THAT(picture_text(pages::picture_of_segments(strided(0, 4, 4), "load in")),
              HasSubstr("segment 0 ████████ ████████ ████████ ████████  lanes 0…31"));
  EXPECT_THAT(picture_text(pages::picture_of_segments(strided(0, 8, 4), "")),
              HasSubstr("segment 1 █░█░█░█░ █░█░█░█░ █░█░█░█░ █░█░█░█░  lanes 16…31"));
  EXPECT_THAT(picture_text(pages::picture_of_segments(strided(16, 4, 4), "")),
              HasSubstr("segment 1 ████░░░░ ········ ········ ········  lanes 28…31"));
}

TEST(PictureText, SaysHowManyRowsAreLeftOut) {
  const std::string text = picture_text(pages::picture_of_segments(strided(0, 128, 4), ""));
  EXPECT_THAT(text, HasSubstr("  segment 5 "));
  EXPECT_THAT(text, Not(HasSubstr("segment 7 ")));
  EXPECT_THAT(text, HasSubstr("\n  … 25 more\n  segment 31 "));
}

TEST(DrawingText, AlignsLanesAndTheirSources) {
  const Exchange swapped = {"swapped", {{"mask 1", {1, 0, 2, no_lane}}}};
  EXPECT_EQ(drawing_text(pages::drawing_of(swapped)),
            "swapped: whose value each lane takes\n"
            "  lane    0 1 2 3\n"
            "  mask 1  1 0 2 ·\n"
            "  lanes that take another's value, step by step: 2\n");
}

TEST(DrawingText, DrawsAHaloAroundATile) {
  EXPECT_THAT(drawing_text(pages::drawing_of(TileWithHalo{"staged", 1, 3, 1, 2})),
              testing::StartsWith("staged\n"
                                  "  row 0 ░░░░░░░\n"
                                  "  row 1 ░░███░░\n"
                                  "  row 2 ░░░░░░░\n"
                                  "  █ its own elements, ░ halo\n"));
}

TEST(PartText, HasPicturesTotalsAndOccupancy) {
  const Experiment& stride = catalogue().experiment("stride");
  const pages::Subject subject = {&stride, &stride.variant("copy")};
  const std::vector<pages::Part> parts =
      pages::parts_of(subject, {{"n", 4096}, {"stride", 2}, {"real", std::string("float")}});
  const std::string text = part_text(parts[0], *find_limits("sm_90"));
  EXPECT_THAT(text, testing::StartsWith("native\nload in, 4 bytes per lane"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  load +[0-9]+ requests +[0-9]+ sectors +8\\.00 per "
                                           "request, use 50\\.0%\n"));
  EXPECT_THAT(text, HasSubstr(" move between L1 and the warps; "));
  EXPECT_THAT(text, HasSubstr(" blocks per SM, "));
}

}  // namespace
}  // namespace tilebridge::terminal
