// SPDX-License-Identifier: Apache-2.0
#include "results/spread.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

/// A case that rank r ran in seconds[r].
CaseResult ranked(const std::string& variant, const std::vector<double>& seconds) {
  CaseResult c = sample_case(variant);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    RankCase part{static_cast<int>(i), {}, 1.98e9, {}};
    part.kernels[native_code] = {Status::ok, "", Interval{seconds[i], seconds[i], seconds[i]}};
    c.by_rank.push_back(part);
  }
  return c;
}

TEST(Outliers, AreOffByTwoPercentAndByThreeAndAHalfDeviations) {
  // The median absolute deviation is 0.002: 3.5 deviations are 0.0104, so that 2% decide.
  EXPECT_THAT(outliers(std::vector{0.979, 0.996, 0.998, 1.0, 1.002, 1.004, 1.019}),
              ElementsAre(true, false, false, false, false, false, false));
  // It is 0.02: 3.5 deviations are 0.1038.
  EXPECT_THAT(outliers(std::vector{0.89, 0.92, 0.98, 1.0, 1.0, 1.02, 1.2}),
              ElementsAre(true, false, false, false, false, false, true));
}

TEST(Outliers, AreRelativeToTheMedianOfWhatIsAsked) {
  EXPECT_THAT(outliers(std::vector{0.5, 0.5, 0.49, 0.48}), ElementsAre(false, false, false, false));
  EXPECT_THAT(outliers(std::vector{0.5, 0.5, 0.5, 0.48}), ElementsAre(false, false, false, true));
}

TEST(Outliers, TwoCannotSayWhichOfThemIsOff) {
  EXPECT_THAT(outliers(std::vector{0.5, 1.5}), ElementsAre(false, false));
  EXPECT_THAT(outliers(std::vector<double>{}), ElementsAre());
}

TEST(Spreads, OrderTheRanksBySpeedAgainstTheMedianOne) {
  const std::vector<CaseResult> cases = {ranked("tile", {1e-3, 1.25e-3, 0.8e-3})};
  const auto all = spreads(cases);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0].rates.size(), 3U);
  EXPECT_EQ(all[0].rates[0].rank, 1);
  EXPECT_THAT(all[0].rates[0].relative, DoubleNear(0.8, 1e-12));
  EXPECT_EQ(all[0].rates[1].relative, 1);
  EXPECT_EQ(all[0].rates[2].rank, 2);
  EXPECT_THAT(all[0].rates[2].relative, DoubleNear(1.25, 1e-12));
}

TEST(Spreads, LeaveOutWhatFewerThanTwoRanksTimed) {
  CaseResult c = ranked("tile", {1e-3, 1e-3});
  c.by_rank[1].kernels[native_code] = {Status::invalid, "element 3"};
  EXPECT_TRUE(spreads({c, sample_case("tile")}).empty());
}

TEST(Standings, NameTheSlowRankAndWhereItIsSlowest) {
  const std::vector<CaseResult> cases = {ranked("tile", {1e-3, 1e-3, 1e-3, 1.1e-3}),
                                         ranked("padded_tile", {1e-3, 1e-3, 1e-3, 1.25e-3}),
                                         ranked("swizzled_tile", {1e-3, 0.9e-3, 1e-3, 1e-3})};
  const auto measured = spreads(cases);
  const auto all = standings(measured);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].rank, 3);
  EXPECT_TRUE(all[0].outlier);
  EXPECT_EQ(all[0].measurements, 3);
  EXPECT_EQ(all[0].slow, 2);
  EXPECT_EQ(all[0].fast, 0);
  EXPECT_THAT(all[0].median, DoubleNear(1 / 1.1, 1e-12));
  EXPECT_THAT(all[0].worst, DoubleNear(0.8, 1e-12));
  ASSERT_NE(all[0].worst_in, nullptr);
  EXPECT_EQ(all[0].worst_in->result->variant, "padded_tile");
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_FALSE(all[i].outlier);
    EXPECT_EQ(all[i].fast, all[i].rank == 1 ? 1 : 0);
  }
}

TEST(Standings, SayWhatHeldARankBack) {
  std::vector<CaseResult> cases = {ranked("tile", {1e-3, 1e-3, 1.4e-3})};
  cases[0].by_rank[2].clock_hz = 0.99e9;
  cases[0].by_rank[2].throttle_reasons = {"thermal slowdown"};
  cases.push_back(cases.front());
  const auto measured = spreads(cases);
  const auto all = standings(measured);
  EXPECT_EQ(all[0].rank, 2);
  EXPECT_THAT(all[0].clock, DoubleNear(0.5, 1e-12));
  EXPECT_THAT(all[0].throttle_reasons, ElementsAre("thermal slowdown"));
  EXPECT_EQ(all[1].clock, 1);
}

TEST(WrongResults, AreOfEveryRankThatHasThem) {
  Results results = ranked_results(3, 2);
  results.cases[0].by_rank[1].kernels[kokkos_code] = {Status::invalid, "element 3", {}, {}};
  results.cases[0].by_rank[2].kernels[native_code] = {Status::skipped, "no room", {}, {}};
  const std::vector<WrongResult> wrong = wrong_results(results);
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].rank, 1);
  EXPECT_EQ(wrong[0].result, &results.cases[0]);
  EXPECT_EQ(wrong[0].kernel, kokkos_code);
  EXPECT_EQ(wrong[0].reason, "element 3");
}

TEST(RankInfo, IsEmptyForARankThatIsNotThere) {
  const Results results = ranked_results(3, 2);
  EXPECT_EQ(rank_info(results, 2).host, "node1");
  EXPECT_EQ(rank_info(results, 3).host, "");
}

TEST(Standings, OfNothingAreNone) { EXPECT_THAT(standings({}), ElementsAre()); }

}  // namespace
}  // namespace tilebridge
