// SPDX-License-Identifier: Apache-2.0
#include "pages/drawing.hpp"

#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> lines_of_variant(const std::string& experiment,
                                          const std::string& variant) {
  return drawing_of(catalogue().experiment(experiment).variant(variant)).value().lines;
}

/// 1, 2, … 8 are summed in three rounds.
TEST(Drawing, TheRoundsOfABlocksSum) {
  EXPECT_THAT(lines_of_variant("dot", "block_tree"),
              ElementsAre("lane      0  1  2  3  4  5  6  7",  //
                          "holds     1  2  3  4  5  6  7  8",  //
                          "round 1   4  5  6  7  ·  ·  ·  ·",  //
                          "holds     6  8 10 12  5  6  7  8",  //
                          "round 2   2  3  ·  ·  ·  ·  ·  ·",  //
                          "holds    16 20 10 12  5  6  7  8",  //
                          "round 3   1  ·  ·  ·  ·  ·  ·  ·",  //
                          "holds    36 20 10 12  5  6  7  8",  //
                          "lanes that take another's value, step by step: 4, 2, 1"));
}

TEST(Drawing, ALaneTakesAnothersValueItsOwnOrNone) {
  EXPECT_THAT(drawing_of(Exchange{"up", {{"by 1", {0, 0, no_lane}}}}).lines,
              ElementsAre("lane  0 1 2",  // of values nothing is said
                          "by 1  0 0 ·", EndsWith(": 1")));
}

TEST(Drawing, OfManyLanesTheFirstAndTheLast) {
  const auto below = [](int lane) { return lane == 0 ? 0 : lane - 1; };
  EXPECT_THAT(drawing_of(Exchange{"up", {exchange_step("by 1", 32, below)}}).lines,
              ElementsAre(EndsWith("  6  7  … 24 25 26 27 28 29 30 31"),
                          EndsWith("  5  6  … 23 24 25 26 27 28 29 30"),
                          EndsWith(": 31")));  // and not of those drawn only
}

/// Lanes 0 to 7 and 24 to 31.
TEST(Drawing, TheLanesOfShuffles) {
  const auto taken = [](const char* variant) { return lines_of_variant("shuffle", variant)[1]; };
  EXPECT_THAT(taken("broadcast_16"),
              EndsWith("  3  3  3  3  3  3  3  3  … 19 19 19 19 19 19 19 19"));
  EXPECT_THAT(taken("up"), EndsWith("  0  0  1  2  3  4  5  6  … 23 24 25 26 27 28 29 30"));
  EXPECT_THAT(taken("down"), EndsWith("  1  2  3  4  5  6  7  8  … 25 26 27 28 29 30 31 31"));
  EXPECT_THAT(taken("xor_butterfly"),
              EndsWith("  1  0  3  2  5  4  7  6  … 25 24 27 26 29 28 31 30"));
}

/// 1 + 2 + … + 32 = 528; the first eight of these numbers are 36, the last eight 228.
TEST(Drawing, ShufflesSum) {
  const auto sums = [](const char* variant) {
    const std::vector<std::string> lines = lines_of_variant("shuffle", variant);
    return lines[lines.size() - 2];
  };
  EXPECT_THAT(sums("sum_shuffle"), testing::ContainsRegex("^holds +528 "));
  EXPECT_THAT(sums("scan"), EndsWith(" 528"));
  EXPECT_THAT(sums("sum_8"), testing::ContainsRegex("^holds +36 "));
  EXPECT_THAT(sums("listing_butterfly"), testing::ContainsRegex("^holds +36 .* 228$"));
}

/// 256 threads would read 768 elements.
TEST(Drawing, TheTilesOfStencils) {
  EXPECT_EQ(lines_of_variant("smooth", "tile_halo").back(),
            "1 × 258 = 258 elements are staged for 256 results, which need 3 each: 768 reads "
            "without a tile");
  const std::vector<std::string> tile = lines_of_variant("conv2d", "tile_halo");
  EXPECT_THAT(tile, SizeIs(12 + 2));
  EXPECT_THAT(tile.back(), EndsWith("6400 reads without a tile"));
}

TEST(Drawing, OfAVariantWithoutASketchThereIsNone) {
  EXPECT_FALSE(drawing_of(catalogue().experiment("dot").variant("atomic")).has_value());
}

TEST(Drawing, AlignsLanesAndTheirSources) {
  EXPECT_THAT(drawing_of(Exchange{"swapped", {{"mask 1", {1, 0, 2, no_lane}}}}).lines,
              ElementsAre("lane    0 1 2 3",  //
                          "mask 1  1 0 2 ·", "lanes that take another's value, step by step: 2"));
}

TEST(Drawing, ATileLiesInItsHalo) {
  EXPECT_THAT(
      drawing_of(TileWithHalo{"staged", 1, 3, 1, 2}).lines,
      ElementsAre("row 0 ░░░░░░░", "row 1 ░░███░░", "row 2 ░░░░░░░", "█ its own elements, ░ halo",
                  StartsWith("3 × 7 = 21 elements are staged for 3 results, ")));
}

}  // namespace
}  // namespace tilebridge::pages
