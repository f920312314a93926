// SPDX-License-Identifier: Apache-2.0
#include "run/by_rank.hpp"

#include <gmock/gmock.h>

#include "results/json.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::run {
namespace {

/// A case that takes rank r (r + 1) · 600 µs in native code.
CaseResult case_of(int rank, const std::string& variant = "tile") {
  CaseResult c = sample_case(variant);
  c.kernels[native_code].timing = timing((rank + 1) * 6e-4);
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing((rank + 1) * 6.3e-4), 0.8, 0.7};
  c.comparisons.push_back(
      {kokkos_code, native_code, {0.95, 0.94, 0.96}, Verdict::parity, {0, 0.945, 0.955}});
  return c;
}

RankPart part_of(int rank, std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  results.self_check.reset();
  results.device["pci_bus"] = "0000:0" + std::to_string(rank) + ":00.0";
  results.ceilings.read_bytes_per_s = (rank + 1) * 1e12;
  return {{rank, "node" + std::to_string(rank / 2), "", "", "", {}}, results};
}

TEST(OfAllRanks, OneFileHasEveryRanksMedians) {
  const Results results =
      of_all_ranks({part_of(0, {case_of(0)}), part_of(1, {case_of(1)}), part_of(2, {case_of(2)})},
                   Order::together);
  EXPECT_EQ(schema_error(to_json(results).dump()), "");
  EXPECT_EQ(text_at(results.program, "ranks"), "together");
  ASSERT_EQ(results.ranks.size(), 3U);
  EXPECT_EQ(results.ranks[2].host, "node1");
  EXPECT_EQ(results.ranks[2].pci_bus, "0000:02:00.0");
  EXPECT_EQ(results.ranks[2].ceilings.read_bytes_per_s, 3e12);
  EXPECT_EQ(results.ceilings.read_bytes_per_s, 1e12);
  ASSERT_EQ(results.cases.size(), 1U);
  const CaseResult& c = results.cases.front();
  EXPECT_EQ(c.rank, 0);
  EXPECT_EQ(c.kernels.at(Model::native).timing->samples.size(), 3U);
  ASSERT_EQ(c.by_rank.size(), 3U);
  for (const RankCase& part : c.by_rank)
    EXPECT_EQ(part.kernels.at(Model::native).seconds->median, (part.rank + 1) * 6e-4);
  EXPECT_EQ(c.by_rank[2].kernels.at(Model::kokkos).ratio->median, 0.95);
}

TEST(OfAllRanks, IsReadAsItWasWritten) {
  const Json json = to_json(
      of_all_ranks({part_of(0, {case_of(0)}), part_of(1, {case_of(1)})}, Order::alternating));
  EXPECT_EQ(to_json(results_from_json(json)), json);
}

TEST(OfAllRanks, TheBusiestDeviceIsTheRunsLoad) {
  std::vector<RankPart> parts;
  for (int rank = 0; rank < 3; ++rank) {
    parts.push_back(part_of(rank, {case_of(rank)}));
    parts.back().results->program["load"] = {{"processes", rank}, {"utilised", 0.3 * rank}};
  }
  EXPECT_EQ(of_all_ranks(parts, Order::together).program["load"]["processes"], 2);
}

TEST(OfAllRanks, ARankThatFailsInACaseKeepsItsEarlierCases) {
  RankPart failed = part_of(1, {case_of(1)});
  failed.info.failure = "transpose/tile: an illegal access";
  const Results results =
      of_all_ranks({part_of(0, {case_of(0), case_of(0, "padded_tile")}), failed}, Order::together);
  EXPECT_EQ(schema_error(to_json(results).dump()), "");
  ASSERT_EQ(results.cases.size(), 2U);
  EXPECT_EQ(results.cases[0].by_rank.size(), 2U);
  EXPECT_EQ(results.cases[1].by_rank.size(), 1U);
  EXPECT_EQ(results.ranks[1].failure, "transpose/tile: an illegal access");
}

TEST(OfAllRanks, WhereTheFirstRankHasNoResultsTheFileIsTheNextOnes) {
  RankPart failed = part_of(0, {});
  failed.results.reset();
  failed.info.failure = "no driver";
  const Results results = of_all_ranks({failed, part_of(1, {case_of(1)})}, Order::together);
  EXPECT_EQ(text_at(results.device, "pci_bus"), "0000:01:00.0");
  EXPECT_EQ(results.ceilings.read_bytes_per_s, 2e12);
  EXPECT_EQ(results.cases.at(0).rank, 1);
  EXPECT_EQ(results.ranks[0].host, "node0");
  EXPECT_EQ(results.ranks[0].failure, "no driver");
}

/// A case that a process crashed in comes last when it is run again.
TEST(OfAllRanks, TheOrderOfARanksCasesDoesNotMatter) {
  const Results results = of_all_ranks({part_of(0, {case_of(0), case_of(0, "padded_tile")}),
                                        part_of(1, {case_of(1, "padded_tile"), case_of(1)})},
                                       Order::together);
  ASSERT_EQ(results.cases.size(), 2U);
  for (const CaseResult& c : results.cases) EXPECT_EQ(c.by_rank.size(), 2U) << c.variant;
}

}  // namespace
}  // namespace tilebridge::run
