#include "results/summary.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

ComparisonResult kokkos(double ratio, Verdict verdict) {
  return {Model::kokkos, Model::native, {ratio, 0.99 * ratio, 1.01 * ratio}, verdict};
}

CaseResult compared(const std::string& variant, double ratio, Verdict verdict) {
  CaseResult c = sample_case(variant);
  c.models[Model::kokkos] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {kokkos(ratio, verdict)};
  return c;
}

Results run_on(const std::string& device, std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.device["name"] = device;
  results.cases = std::move(cases);
  return results;
}

TEST(Summary, ALevelHasAGeometricMeanAndItsVerdicts) {
  CaseResult idiomatic = compared("mdrange", 0.25, Verdict::slower);
  idiomatic.level = "idiomatic";
  const auto summaries = level_summaries({compared("tile", 0.5, Verdict::slower), idiomatic,
                                          compared("padded_tile", 2, Verdict::faster)});
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0].level, Level::textbook);
  EXPECT_EQ(summaries[0].comparisons, 2);
  EXPECT_DOUBLE_EQ(summaries[0].geometric_mean, 1);
  EXPECT_THAT(summaries[0].verdicts,
              testing::UnorderedElementsAre(testing::Pair(Verdict::slower, 1),
                                            testing::Pair(Verdict::faster, 1)));
  EXPECT_DOUBLE_EQ(summaries[1].geometric_mean, 0.25);
}

TEST(Summary, RatiosThatNoRunHasDoNotCount) {
  std::vector<CaseResult> cases = {compared("tile", 0.5, Verdict::slower)};
  for (const double ratio :
       {0.0, -1.0, 1e308, 1e-308, std::nan(""), std::numeric_limits<double>::infinity()})
    cases.push_back(compared("tile", ratio, Verdict::parity));
  const auto summaries = level_summaries(cases);
  ASSERT_EQ(summaries.size(), 1U);
  EXPECT_EQ(summaries[0].comparisons, 1);
}

TEST(Summary, TheMetricIsTheHarmonicMeanOfEfficiencies) {
  const Results a = run_on("A", {compared("tile", 0.5, Verdict::slower)});
  const Results b = run_on("B", {compared("tile", 1.5, Verdict::faster)});  // efficiency 1
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs);
  EXPECT_THAT(found.platforms, testing::ElementsAre("A, cuda", "B, cuda"));
  ASSERT_EQ(found.variants.size(), 1U);
  EXPECT_DOUBLE_EQ(*found.variants[0].efficiencies[0], 0.5);
  EXPECT_DOUBLE_EQ(*found.variants[0].efficiencies[1], 1);
  EXPECT_DOUBLE_EQ(*found.variants[0].metric, 2 / (1 / 0.5 + 1 / 1.0));
}

TEST(Summary, RunsOfOnePlatformAreTakenTogether) {
  const Results a = run_on("A", {compared("tile", 0.25, Verdict::slower)});
  const Results again = run_on("A", {compared("tile", 1, Verdict::parity)});
  const Results* const runs[] = {&a, &again};
  const Portabilities found = portabilities(runs);
  EXPECT_THAT(found.platforms, testing::ElementsAre("A, cuda"));
  EXPECT_DOUBLE_EQ(*found.variants[0].efficiencies[0], 0.5);
}

TEST(Summary, UnsupportedIsZeroAndNotRunHasNoMetric) {
  CaseResult none = sample_case("tile");
  none.models[Model::kokkos] = {Status::no_equivalent, "Kokkos has none", {}, {}};
  CaseResult wrong = sample_case("padded_tile");
  wrong.models[Model::kokkos] = {Status::invalid, "wrong", invalid(), {}};
  const Results a = run_on(
      "A", {compared("tile", 1, Verdict::parity), compared("padded_tile", 1, Verdict::parity),
            compared("swizzled_tile", 1, Verdict::parity)});
  const Results b = run_on("B", {none, wrong});
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs);
  ASSERT_EQ(found.variants.size(), 3U);
  EXPECT_EQ(found.variants[0].metric, 0.0);
  EXPECT_EQ(found.variants[1].metric, 0.0);
  EXPECT_EQ(found.variants[2].efficiencies[1], std::nullopt);
  EXPECT_EQ(found.variants[2].metric, std::nullopt);
}

TEST(Summary, WhatTheCatalogueKnowsNotToRunSomewhereIsZeroThere) {
  CaseResult shuffle = compared("sum_shuffle", 1, Verdict::parity);  // CUDA's only
  shuffle.experiment = "shuffle";
  CaseResult host = compared("tile", 1, Verdict::parity);
  host.platform = "host";
  const Results a = run_on("A", {shuffle});
  const Results b = run_on("B", {host});
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs);
  EXPECT_EQ(found.variants[0].efficiencies[1], 0.0);
  EXPECT_EQ(found.variants[0].metric, 0.0);
}

}  // namespace
}  // namespace tilebridge
