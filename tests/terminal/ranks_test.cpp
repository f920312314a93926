// SPDX-License-Identifier: Apache-2.0
#include "terminal/ranks.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SpreadText, IsNotThereWithoutRanks) { EXPECT_EQ(spread_text(sample_results()), ""); }

TEST(SpreadText, NamesTheSlowDeviceByHostAndBus) {
  const std::string text = spread_text(throttled_results());
  EXPECT_THAT(text, HasSubstr("4 ranks on 2 hosts, together"));
  EXPECT_THAT(text, ContainsRegex("padded_tile +native +4 +0.800 +3 +1.000 +2 +1\n"));
  EXPECT_THAT(text, ContainsRegex("  3 node1 +0000:5f:00.0 +0.800 +0.750 +2 +2 +0\n"));
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
  results.cases[0].by_rank[1].models[Model::kokkos] = {Status::invalid, "element 17 of 64 is 0.75"};
  const std::string text = spread_text(results);
  EXPECT_THAT(text, HasSubstr("rank 2 on node1, 0000:4e:00.0: transpose/tile: an illegal access"));
  EXPECT_THAT(text, HasSubstr("rank 1 on node0, 0000:5f:00.0: transpose/padded_tile kokkos: "
                              "element 17 of 64 is 0.75"));
}

TEST(SpreadText, OfManyRanksShowsTheSlowestAndCountsTheRest) {
  const std::string text = spread_text(ranked_results(512, 300));
  EXPECT_THAT(text, HasSubstr("… and 496 faster ones"));
  EXPECT_THAT(text, HasSubstr("rank 300 on node150"));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 40);
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
}  // namespace tilebridge::terminal
