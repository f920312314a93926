// SPDX-License-Identifier: Apache-2.0
#include "pages/ranks.hpp"

#include <gmock/gmock.h>

#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/width.hpp"
#include "write/text.hpp"

namespace tilebridge::pages {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

Table ranks_table(const Results& results) {
  for (const Document::Block& block : rank_blocks(results).blocks)
    if (const Table* table = std::get_if<Table>(&block)) return *table;
  return {};
}

TEST(Ranks, NativeCodeOfAnotherVariantIsNotMeasuredTwice) {
  Results results = throttled_results();
  results.cases[0].compared_with = "tile";
  EXPECT_THAT(lines_of(ranks_table(results))[0], HasSubstr(" | 0.800 | 0.750 | 1 | 1 | 0 | "));
}

TEST(Ranks, TheSlowestIsFirstAndSaysWhy) {
  const Results results = throttled_results();
  const std::vector<std::string> rows = lines_of(ranks_table(results));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0],
            "3 | node1 | 0000:5f:00.0 | NVIDIA H200 | 0.800 | 0.750 | 2 | 2 | 0 | 0.800 | "
            "transpose/padded_tile native | outlier; held back by: software power cap");
}

TEST(Ranks, OneThatMeasuredNothingIsLast) {
  Results results = ranked_results(3, -1);
  results.ranks.insert(results.ranks.begin(), {7, "node1", "", "", "no device"});
  const std::vector<std::string> rows = lines_of(ranks_table(results));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[3], "7 | node1 |  |  |  |  | 0 |  |  |  |  | failed: no device");
}

std::string spread_text(const Results& results) { return write::as_text(rank_blocks(results)); }

TEST(SpreadText, IsNotThereWithoutRanks) { EXPECT_EQ(spread_text(sample_results()), ""); }

TEST(SpreadText, NamesTheSlowDeviceByHostAndBus) {
  const std::string text = spread_text(throttled_results());
  EXPECT_THAT(text, HasSubstr("4 ranks on 2 hosts, together;"));
  EXPECT_THAT(text, ContainsRegex("  3 +node1 +0000:5f:00.0 +0.800 +0.750 +2 +2 +0\n"));
  EXPECT_THAT(text, HasSubstr("rank 3 on node1, 0000:5f:00.0: 0.800 of the median rank; slow in 2 "
                              "of 2; lowest 0.800 in"));
  EXPECT_THAT(text, HasSubstr("software power cap"));
  expect_columns(text, 100);
}

TEST(SpreadText, SaysThatThereAreNoOutliers) {
  EXPECT_THAT(spread_text(ranked_results(4, -1)), HasSubstr("no outliers: no rank off"));
  EXPECT_THAT(spread_text(ranked_results(2, 1)), HasSubstr("not determined for fewer than three"));
}

TEST(SpreadText, NamesFailedRanksAndWrongResults) {
  Results results = ranked_results(4, -1);
  results.ranks[2].failure = "transpose/tile: an illegal access";
  results.cases[0].by_rank[1].kernels[kokkos_code] = {Status::invalid, "element 17 of 64 is 0.75"};
  const std::string text = spread_text(results);
  EXPECT_THAT(text, HasSubstr("rank 2 on node1, 0000:4e:00.0: transpose/tile: an illegal access"));
  EXPECT_THAT(text, HasSubstr("rank 1 on node0, 0000:5f:00.0: transpose/padded_tile kokkos: "
                              "element 17 of 64 is 0.75"));
}

TEST(SpreadText, OfManyRanksShowsTheSlowestAndCountsTheRest) {
  const std::string text = spread_text(ranked_results(512, 300));
  EXPECT_THAT(text, HasSubstr("… and 492 more"));
  EXPECT_THAT(text, HasSubstr("rank 300 on node150"));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 50);
}

TEST(SpreadText, HostileTextNeitherMovesTheCursorNorWidensTheTable) {
  Results results = ranked_results(4, 3);
  results.ranks[3].host = "\033[2J" + std::string(500, 'h');
  results.ranks[3].pci_bus = std::string(500, 'p') + "\r";
  results.ranks[2].failure = std::string(500, 'f') + "\n";
  results.cases[0].by_rank[3].throttle_reasons = {std::string(500, 't')};
  results.program["ranks"] = 5;
  results.cases[0].by_rank[1].rank = 99;  // no such rank
  const std::string text = spread_text(results);
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  expect_columns(text, 100);
}

}  // namespace
}  // namespace tilebridge::pages
