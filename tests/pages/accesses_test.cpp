// SPDX-License-Identifier: Apache-2.0
#include "pages/accesses.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;

/// A block of 256 threads stages 33 words a row and reads a column; only block 0 has the rest.
std::vector<Kernel> kernels() {
  const Address row = [](Thread thread, std::int64_t step) {
    return (thread.rank / 32 + step * 8) * 33 * 4 + thread.rank % 32 * 4;
  };
  const Address rest = [](Thread thread, std::int64_t) {
    return thread.block == 0 && thread.rank < 3 ? std::int64_t{thread.rank} * 4 : inactive;
  };
  const Address nobody = [](Thread, std::int64_t) { return inactive; };
  return {{64,
           256,
           {in_shared(store("tile", 4, row, 4)), load("rest", 4, rest), load("none", 4, nobody)}}};
}

TEST(Accesses, DrawsTheMiddleBlockOrTheOneThatAsks) {
  const std::vector<Picture> pictures = pictures_of(kernels());
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(
      pictures[0].front(),
      "store shared memory tile, 4 bytes per lane, 32 lanes: block 32, warp 0, first of 4 times");
  EXPECT_EQ(pictures[1].front(), "load rest, 4 bytes per lane, 3 lanes: block 0, warp 0");
}

TEST(Accesses, PicturesAreOfTheShownAccesses) {
  const std::vector<ShownAccess> shown = shown_accesses(kernels());
  const std::vector<Picture> pictures = pictures_of(kernels());
  ASSERT_EQ(shown.size(), pictures.size());
  EXPECT_EQ(shown[0].memory, Memory::shared);
  EXPECT_EQ(pictures[0].back(), "  " + conflict_sentence(shown[0].request));
  EXPECT_EQ(pictures[1].back(), "  " + moved_sentence(shown[1].request));
}

TEST(Accesses, OfManyRowsTheFirstAndTheLastAreShown) {
  EXPECT_EQ(shown_rows(8, 8).first, 8U);
  EXPECT_EQ(shown_rows(8, 8).left_out, 0U);
  EXPECT_EQ(shown_rows(9, 8).first, 6U);
  EXPECT_EQ(shown_rows(9, 8).left_out, 2U);
}

TEST(Accesses, CopiesAreCalledSo) {
  std::vector<Kernel> copying = kernels();
  Access& stage = copying.front().accesses.front();
  stage = by_copy(stage);
  EXPECT_THAT(pictures_of(copying).front().front(),
              testing::StartsWith("asynchronous copy, store shared memory tile, 4 bytes"));
}

TEST(Accesses, TrafficHasARowForWhatThereIs) {
  const std::vector<Kernel> all = kernels();
  const Traffic counted = traffic(all, 1e9);
  EXPECT_THAT(
      lines_of(traffic_table(counted)),
      testing::ElementsAre(
          testing::MatchesRegex("load \\| .* \\| sectors \\| .* \\| 37.5%"),
          testing::MatchesRegex("shared store \\| .* \\| 2048 \\| wavefronts \\| 1.00 \\| ")));
  EXPECT_EQ(moved_text(counted),
            "32 bytes move between L1 and the warps; 2049 passes through L1 and shared memory");
}

TEST(Accesses, EveryKernelHasItsLaunch) {
  Kernel kernel = kernels().front();
  EXPECT_EQ(launch_line(kernel), "64 blocks of 256 threads");
  kernel.name = "second";
  EXPECT_EQ(launch_line(kernel), "second: 64 blocks of 256 threads");
}

TEST(Accesses, OccupancyNamesTheLimiterAndTheRegistersToSpare) {
  ASSERT_EQ(kernels().size(), 1U);
  const std::string sentence = occupancy_sentence(kernels().front(), *find_limits("sm_90"));
  EXPECT_THAT(sentence, HasSubstr("4220 bytes of shared memory per block on sm_90: 8 blocks"));
  EXPECT_THAT(sentence, HasSubstr("limited by warps"));
  EXPECT_THAT(sentence, HasSubstr("at most 32 registers"));
}

}  // namespace
}  // namespace tilebridge::pages
