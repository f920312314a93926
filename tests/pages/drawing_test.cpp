// SPDX-License-Identifier: Apache-2.0
#include "pages/drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"

namespace tilebridge::pages {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

std::vector<std::string> texts(const DrawingRow& row) {
  std::vector<std::string> texts;
  for (const DrawnCell& cell : row.cells) texts.push_back(cell.text);
  return texts;
}

std::vector<Shade> shades(const DrawingRow& row) {
  std::vector<Shade> shades;
  for (const DrawnCell& cell : row.cells) shades.push_back(cell.shade);
  return shades;
}

Drawing drawing_of_variant(const std::string& experiment, const std::string& variant) {
  return drawing_of(catalogue().experiment(experiment).variant(variant)).value();
}

/// 1, 2, … 8 are summed in three rounds.
TEST(Drawing, TheRoundsOfABlocksSum) {
  const Drawing drawing = drawing_of_variant("dot", "block_tree");
  ASSERT_EQ(drawing.rows.size(), 8U);
  EXPECT_THAT(texts(drawing.rows[1]), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8"));
  EXPECT_EQ(drawing.rows[2].label, "round 1");
  EXPECT_THAT(texts(drawing.rows[2]), ElementsAre("4", "5", "6", "7", "·", "·", "·", "·"));
  EXPECT_THAT(texts(drawing.rows[3]), ElementsAre("6", "8", "10", "12", "5", "6", "7", "8"));
  EXPECT_THAT(texts(drawing.rows[5]), ElementsAre("16", "20", "10", "12", "5", "6", "7", "8"));
  EXPECT_THAT(texts(drawing.rows[7]), ElementsAre("36", "20", "10", "12", "5", "6", "7", "8"));
  EXPECT_THAT(drawing.summary, EndsWith(": 4, 2, 1"));
}

TEST(Drawing, ALaneTakesAnothersValueItsOwnOrNone) {
  const Drawing drawing = drawing_of(Exchange{"up", {{"by 1", {0, 0, no_lane}}}});
  ASSERT_EQ(drawing.rows.size(), 2U);  // of values nothing is said
  EXPECT_THAT(shades(drawing.rows[1]), ElementsAre(Shade::half, Shade::full, Shade::none));
  EXPECT_TRUE(drawing.has_texts());
}

TEST(Drawing, OfManyLanesTheFirstAndTheLast) {
  const auto below = [](int lane) { return lane == 0 ? 0 : lane - 1; };
  const Drawing drawing = drawing_of(Exchange{"up", {exchange_step("by 1", 32, below)}});
  for (const DrawingRow& row : drawing.rows) {
    ASSERT_EQ(row.cells.size(), 17U);
    EXPECT_EQ(row.cells[8].text, "…");
  }
  EXPECT_EQ(drawing.rows[0].cells[9].text, "24");
  EXPECT_EQ(drawing.rows[1].cells[9].text, "23");
  EXPECT_THAT(drawing.summary, EndsWith(": 31"));  // and not of those drawn only
}

/// Lanes 0 to 7 and 24 to 31.
TEST(Drawing, TheLanesOfShuffles) {
  const auto taken = [](const char* variant) {
    return fmt::format("{}", fmt::join(texts(drawing_of_variant("shuffle", variant).rows[1]), " "));
  };
  EXPECT_EQ(taken("broadcast_16"), "3 3 3 3 3 3 3 3 … 19 19 19 19 19 19 19 19");
  EXPECT_EQ(taken("up"), "0 0 1 2 3 4 5 6 … 23 24 25 26 27 28 29 30");
  EXPECT_EQ(taken("down"), "1 2 3 4 5 6 7 8 … 25 26 27 28 29 30 31 31");
  EXPECT_EQ(taken("xor_butterfly"), "1 0 3 2 5 4 7 6 … 25 24 27 26 29 28 31 30");
}

/// 1 + 2 + … + 32 = 528; the first eight of these numbers are 36, the last eight 228.
TEST(Drawing, ShufflesSum) {
  const auto sums = [](const char* variant) {
    return texts(drawing_of_variant("shuffle", variant).rows.back());
  };
  EXPECT_EQ(sums("sum_shuffle").front(), "528");
  EXPECT_EQ(sums("scan").back(), "528");
  EXPECT_EQ(sums("sum_8").front(), "36");
  EXPECT_EQ(sums("listing_butterfly").front(), "36");
  EXPECT_EQ(sums("listing_butterfly").back(), "228");
}

TEST(Drawing, ATileLiesInItsHalo) {
  const Drawing drawing = drawing_of(TileWithHalo{"staged", 1, 2, 1, 2});
  ASSERT_EQ(drawing.rows.size(), 3U);
  EXPECT_THAT(shades(drawing.rows[0]), Each(Shade::half));
  EXPECT_THAT(shades(drawing.rows[1]), ElementsAre(Shade::half, Shade::half, Shade::full,
                                                   Shade::full, Shade::half, Shade::half));
  EXPECT_THAT(shades(drawing.rows[2]), Each(Shade::half));
  EXPECT_FALSE(drawing.has_texts());
  EXPECT_THAT(drawing.summary, StartsWith("3 × 6 = 18 elements are staged for 2 results, "));
}

/// 256 threads would read 768 elements.
TEST(Drawing, TheTilesOfStencils) {
  EXPECT_THAT(drawing_of_variant("smooth", "tile_halo").summary,
              "1 × 258 = 258 elements are staged for 256 results, which need 3 each: 768 reads "
              "without a tile");
  const Drawing tile = drawing_of_variant("conv2d", "tile_halo");
  EXPECT_EQ(tile.rows.size(), 12U);
  EXPECT_EQ(tile.rows[0].cells.size(), 36U);
  EXPECT_THAT(tile.summary, EndsWith("6400 reads without a tile"));
}

TEST(Drawing, OfAVariantWithoutASketchThereIsNone) {
  EXPECT_FALSE(drawing_of(catalogue().experiment("dot").variant("atomic")).has_value());
}

std::string drawn(const Drawing& drawing) {
  return fmt::format("{}\n", fmt::join(drawing.lines(), "\n"));
}

TEST(DrawingText, AlignsLanesAndTheirSources) {
  const Exchange swapped = {"swapped", {{"mask 1", {1, 0, 2, no_lane}}}};
  EXPECT_EQ(drawn(drawing_of(swapped)),
            "lane    0 1 2 3\n"
            "mask 1  1 0 2 ·\n"
            "lanes that take another's value, step by step: 2\n");
}

TEST(DrawingText, DrawsAHaloAroundATile) {
  EXPECT_THAT(drawn(drawing_of(TileWithHalo{"staged", 1, 3, 1, 2})),
              testing::StartsWith("row 0 ░░░░░░░\n"
                                  "row 1 ░░███░░\n"
                                  "row 2 ░░░░░░░\n"
                                  "█ its own elements, ░ halo\n"));
}

}  // namespace
}  // namespace tilebridge::pages
