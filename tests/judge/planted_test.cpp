// SPDX-License-Identifier: Apache-2.0
// Slowdowns planted in measured runs.
#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "judge/outcome.hpp"
#include "judge/totals.hpp"
#include "results/file.hpp"

namespace tilebridge::judge {
namespace {

Results measured(const std::string& name) {
  return read_results(TILEBRIDGE_RESULTS "/" + name + ".json");
}

/// Returns the results with longer times in one experiment, or in all ("").
Results slowed(Results results, double factor, const std::string& experiment = "") {
  for (CaseResult& c : results.cases)
    for (auto& [kernel, result] : c.kernels)
      if (result.timing && (experiment.empty() || c.experiment == experiment))
        for (double& seconds : result.timing->samples) seconds *= factor;
  return results;
}

std::vector<Aggregate> with_trend(const std::vector<Aggregate>& aggregates, Trend trend) {
  std::vector<Aggregate> found;
  for (const Aggregate& aggregate : aggregates)
    if (aggregate.trend == trend) found.push_back(aggregate);
  return found;
}

/// A comparison of two runs on one GPU within minutes, after something was planted in the second.
class GatePlanted : public testing::Test {
 protected:
  void compare(const Results& current, const GateOptions& options = {}) {
    report_ = compare_results(first_, current, options);
    aggregates_ = aggregates(report_, catalogue());
  }

  std::size_t count(Trend trend) const { return with_trend(aggregates_, trend).size(); }

  Results first_ = measured("h200-first");
  Results again_ = measured("h200-again");
  GateReport report_;
  std::vector<Aggregate> aggregates_;
};

TEST_F(GatePlanted, NothingIsFoundWhereNothingIs) {
  GateOptions options;
  for (const double max_slowdown : {0.05, 0.02}) {
    options.max_slowdown = max_slowdown;
    compare(again_, options);
    EXPECT_EQ(report_.count(Judgement::slower), 0U);
    EXPECT_EQ(report_.count(Judgement::faster), 0U);
    EXPECT_EQ(count(Trend::none), aggregates_.size());
    EXPECT_GE(aggregates_.size(), 7U);
    EXPECT_EQ(outcome_of(report_, aggregates_), Outcome::fine);
  }
}

TEST_F(GatePlanted, OnePercentInAllIsReportedAndNoFailure) {
  for (const Results* run : {&first_, &again_}) {
    compare(slowed(*run, 1.01));
    EXPECT_EQ(report_.count(Judgement::slower), 0U);
    EXPECT_EQ(aggregates_.at(0).scope, Scope::run);
    EXPECT_EQ(aggregates_.at(0).trend, Trend::lower);
    EXPECT_EQ(count(Trend::slower), 0U);
    EXPECT_EQ(outcome_of(report_, aggregates_), Outcome::fine);
  }
}

TEST_F(GatePlanted, ThreePercentInAllFailThoughNoResultNeedBeSlower) {
  compare(slowed(again_, 1.03));
  EXPECT_EQ(aggregates_.at(0).trend, Trend::slower);
  compare(slowed(first_, 1.03));
  EXPECT_EQ(report_.count(Judgement::slower), 0U);
  EXPECT_EQ(aggregates_.at(0).trend, Trend::slower);
  EXPECT_EQ(outcome_of(report_, aggregates_), Outcome::slower);
}

TEST_F(GatePlanted, FivePercentInOneExperimentFailAndNameIt) {
  compare(again_);
  std::vector<std::string> experiments;
  for (const Aggregate& aggregate : aggregates_)
    if (aggregate.scope == Scope::experiment) experiments.push_back(aggregate.name);
  EXPECT_GE(experiments.size(), 5U);
  for (const std::string& experiment : experiments) {
    compare(slowed(again_, 1.05, experiment));
    EXPECT_EQ(outcome_of(report_, aggregates_), Outcome::slower) << experiment;
    std::vector<std::string> found;
    for (const Aggregate& aggregate : with_trend(aggregates_, Trend::slower))
      if (aggregate.scope == Scope::experiment) found.push_back(aggregate.name);
    EXPECT_THAT(found, testing::ElementsAre(experiment));
  }
}

TEST_F(GatePlanted, TwoRunsOfTheBaseHideNoneOfIt) {
  const Results current = slowed(again_, 1.03);
  const GateReport report = compare_results({again_, first_}, current, {});
  EXPECT_EQ(outcome_of(report, aggregates(report, catalogue())), Outcome::slower);
  const GateReport same = compare_results({again_, first_, current}, current, {});
  EXPECT_EQ(outcome_of(same, aggregates(same, catalogue())), Outcome::fine);
}

/// Nearly the whole catalogue on GPUs of one kind in two hosts, two commits apart: between them one
/// native kernel became faster, and with it Kokkos's kernels beside it slower. Neither file was
/// there when the method was made.
TEST(GateOfRatios, FindsTheOneKernelThatChangedBetweenTwoMeasurementsOfTheCatalogue) {
  const Results base = measured("h200-models-repeat"), current = measured("h200-models");
  const GateReport report = compare_results(base, current, {.metric = Metric::ratio});
  EXPECT_GT(report.changes.size(), 8500U);
  std::size_t slower = 0;
  for (const Change& change : report.changes) {
    EXPECT_NE(change.judgement, Judgement::faster) << case_text(*change.now.of);
    if (change.judgement != Judgement::slower) continue;
    ++slower;
    EXPECT_EQ(change.now.of->experiment + "/" + variant_of(*change.now.of),
              "stencil_wide/plane_copies");
  }
  EXPECT_EQ(slower, 9U);  // three grids, three releases of Kokkos
  const std::vector<Aggregate> all = aggregates(report, catalogue());
  EXPECT_EQ(with_trend(all, Trend::none).size(), all.size());
}

/// The whole quick preset twice within two minutes, in blocks. Either may be the base.
class GateBlocks : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(GateBlocks, NoKernelIsCalledSlowerOrFasterWhereNoneIs) {
  const Results base = measured(GetParam().first);
  const Results current = measured(GetParam().second);
  const GateReport report = compare_results(base, current, {});
  std::size_t kernels = 0;
  for (const Change& change : report.changes) {
    if (!report.gates(change)) continue;
    ++kernels;
    EXPECT_NE(change.judgement, Judgement::slower) << case_text(*change.now.of);
    EXPECT_NE(change.judgement, Judgement::faster) << case_text(*change.now.of);
  }
  EXPECT_GE(kernels, 1000U);
  const std::vector<Aggregate> all = aggregates(report, catalogue());
  EXPECT_EQ(with_trend(all, Trend::none).size(), all.size());
  EXPECT_EQ(outcome_of(report, all), Outcome::fine);
  const Results slow = slowed(current, 1.03);
  const std::vector<Aggregate> of_slow = aggregates(compare_results(base, slow, {}), catalogue());
  EXPECT_EQ(of_slow.at(0).trend, Trend::slower);
}

INSTANTIATE_TEST_SUITE_P(H200, GateBlocks,
                         testing::Values(std::pair("h200-blocks-1", "h200-blocks-2"),
                                         std::pair("h200-blocks-2", "h200-blocks-1")));

}  // namespace
}  // namespace tilebridge::judge
