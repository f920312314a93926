// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/catalogue/sample_catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

Experiment experiment(const std::string& name, Family family, const std::string& variant,
                      const std::vector<Support>& models) {
  Experiment e;
  e.name = name;
  e.family = family;
  e.variants = {{.name = variant,
                 .technique = "",
                 .models = models,
                 .problem = problem(ScaleProblem<float>{})}};
  return e;
}

const Catalogue samples(
    {experiment("stride", Family::coalescing, "copy", native_and_kokkos()),
     experiment("transpose", Family::tiling, "tile", native_and_kokkos()),
     experiment("device_symbol", Family::memory, "to_symbol", native_and_kokkos_on_gpu()),
     experiment("copy", Family::transfers, "d2d", native_and_kokkos_on_gpu()),
     experiment("shuffle", Family::execution, "sum_shuffle", native_and_kokkos_on_gpu()),
     experiment("latency", Family::hierarchy, "l1", native_and_kokkos())});

Summary summary_of(const std::vector<CaseResult>& cases) { return summarise(cases, samples); }

ComparisonResult kokkos(double ratio, Verdict verdict) {
  return {kokkos_code, native_code, {ratio, 0.99 * ratio, 1.01 * ratio}, verdict};
}

CaseResult compared(const std::string& variant, double ratio, Verdict verdict) {
  CaseResult c = sample_case(variant);
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {kokkos(ratio, verdict)};
  return c;
}

Results run_on(const std::string& device, std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.device["name"] = device;
  results.cases = std::move(cases);
  return results;
}

CaseResult of_form(Form form, CaseResult c) {
  c.form = name_of(form);
  return c;
}

CaseResult of_experiment(const std::string& experiment, CaseResult c) {
  c.experiment = experiment;
  return c;
}

std::vector<std::string> names(const std::vector<GroupSummary>& groups) {
  std::vector<std::string> all;
  for (const GroupSummary& group : groups) all.push_back(group.name);
  return all;
}

TEST(Summary, AVariantCountsOnceHoweverManyCasesItHas) {
  const Summary summary =
      summary_of({compared("tile", 0.5, Verdict::slower), compared("tile", 2, Verdict::faster),
                  compared("tile", 8, Verdict::faster),  // together 2
                  compared("padded_tile", 0.125, Verdict::slower)});
  ASSERT_EQ(summary.kernels.size(), 1U);
  const FormMean& in_ranges = summary.kernels.at(Form::ranges);
  EXPECT_EQ(in_ranges.variants, 2);
  EXPECT_DOUBLE_EQ(in_ranges.performance.value, 0.5);  // √(2 · 1/8)
  EXPECT_FALSE(in_ranges.performance.has_interval());
  EXPECT_THAT(in_ranges.verdicts, testing::UnorderedElementsAre(testing::Pair(Verdict::slower, 2),
                                                                testing::Pair(Verdict::faster, 2)));
}

TEST(Summary, TheIntervalIsOverTheVariants) {
  const Summary summary = summary_of({compared("tile", 0.5, Verdict::slower),
                                      compared("padded_tile", 1, Verdict::parity),
                                      compared("swizzled_tile", 1, Verdict::parity),
                                      compared("swizzled_tile", 4, Verdict::faster)});
  const GeometricMean& mean = summary.kernels.at(Form::ranges).performance;
  EXPECT_DOUBLE_EQ(mean.value, 1);
  EXPECT_NEAR(mean.low, 0.178731, 1e-6);  // exp(-4.302653 * ln 2 / √3)
  EXPECT_NEAR(mean.high, 5.594998, 1e-6);
}

TEST(Summary, LevelsStandApartAndLibrariesAreNotKokkos) {
  const auto tile = compared("tile", 0.5, Verdict::slower);
  CaseResult library = of_form(Form::library, compared("geam", 1, Verdict::parity));
  library.comparisons[0].kernel = library_code;
  const Summary summary =
      summary_of({tile, of_form(Form::matched, compared("tile_matched", 0.9, Verdict::slower)),
                  of_form(Form::tuned, compared("vector_tile", 1.1, Verdict::faster)),
                  of_form(Form::construct, compared("mdrange", 0.25, Verdict::slower)), library});
  const auto mean = [&](Form form) { return summary.kernels.at(form).performance.value; };
  EXPECT_EQ(summary.kernels.size(), 4U);
  EXPECT_DOUBLE_EQ(mean(Form::ranges), 0.5);
  EXPECT_DOUBLE_EQ(mean(Form::matched), 0.9);
  EXPECT_DOUBLE_EQ(mean(Form::tuned), 1.1);
  EXPECT_DOUBLE_EQ(mean(Form::construct), 0.25);
}

TEST(Summary, WhereNoMatchedFormIsBetterThePlainOneStandsForIt) {
  const Summary summary =
      summary_of({compared("tile", 0.5, Verdict::slower), compared("naive", 0.25, Verdict::slower),
                  of_form(Form::matched, compared("tile_matched", 1, Verdict::parity))});
  const FormMean& matched = summary.kernels.at(Form::matched);
  EXPECT_EQ(matched.variants, 2);
  EXPECT_DOUBLE_EQ(matched.performance.value, 0.5);
}

TEST(Summary, TransfersAndTheHierarchyAreNoKernels) {
  CaseResult symbol = of_experiment("device_symbol", compared("to_symbol", 0.25, Verdict::slower));
  symbol.work.to_device = 1024;  // of the family memory
  const Summary summary =
      summary_of({of_experiment("copy", compared("d2d", 1, Verdict::parity)), symbol,
                  of_experiment("latency", compared("l1", 2, Verdict::faster)),
                  of_experiment("stride", compared("copy", 4, Verdict::faster)),
                  compared("tile", 0.25, Verdict::slower)});
  EXPECT_THAT(names(summary.kernel_families), testing::ElementsAre("coalescing", "tiling"));
  EXPECT_THAT(names(summary.other_families), testing::ElementsAre("transfers", "hierarchy"));
  EXPECT_DOUBLE_EQ(summary.kernels.at(Form::ranges).performance.value, 1);
  const FormMean& transfers = summary.other_families[0].forms.at(Form::ranges);
  EXPECT_EQ(transfers.variants, 2);
  EXPECT_DOUBLE_EQ(transfers.performance.value, 0.5);
}

TEST(Summary, WhatTheCatalogueDoesNotHaveDoesNotCount) {
  CaseResult later = compared("tile", 0.5, Verdict::slower);
  later.form = "later";
  const Summary summary =
      summary_of({of_experiment("tomorrow", compared("tile", 0.5, Verdict::slower)), later});
  EXPECT_TRUE(summary.kernels.empty());
  EXPECT_TRUE(summary.other_families.empty());
}

TEST(Summary, RatiosThatNoRunHasDoNotCount) {
  std::vector<CaseResult> cases = {compared("tile", 0.5, Verdict::slower)};
  for (const double ratio :
       {0.0, -1.0, 1e308, 1e-308, std::nan(""), std::numeric_limits<double>::infinity()})
    cases.push_back(compared("tile", ratio, Verdict::parity));
  const FormMean in_ranges = summary_of(cases).kernels.at(Form::ranges);
  EXPECT_DOUBLE_EQ(in_ranges.performance.value, 0.5);
  EXPECT_THAT(in_ranges.verdicts, testing::ElementsAre(testing::Pair(Verdict::slower, 1)));
}

TEST(Summary, TheMetricIsTheHarmonicMeanOfEfficiencies) {
  const Results a = run_on("A", {compared("tile", 0.5, Verdict::slower)});
  const Results b = run_on("B", {compared("tile", 1.5, Verdict::faster)});  // efficiency 1
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs, samples);
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
  const Portabilities found = portabilities(runs, samples);
  EXPECT_THAT(found.platforms, testing::ElementsAre("A, cuda"));
  EXPECT_DOUBLE_EQ(*found.variants[0].efficiencies[0], 0.5);
}

TEST(Summary, UnsupportedIsZeroAndNotRunHasNoMetric) {
  CaseResult none = sample_case("tile");
  none.kernels[kokkos_code] = {Status::no_equivalent, "Kokkos has none", {}, {}};
  CaseResult wrong = sample_case("padded_tile");
  wrong.kernels[kokkos_code] = {Status::invalid, "wrong", invalid(), {}};
  const Results a = run_on(
      "A", {compared("tile", 1, Verdict::parity), compared("padded_tile", 1, Verdict::parity),
            compared("swizzled_tile", 1, Verdict::parity)});
  const Results b = run_on("B", {none, wrong});
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs, samples);
  ASSERT_EQ(found.variants.size(), 3U);
  EXPECT_EQ(found.variants[0].metric, 0.0);
  EXPECT_EQ(found.variants[1].metric, 0.0);
  EXPECT_EQ(found.variants[2].efficiencies[1], std::nullopt);
  EXPECT_EQ(found.variants[2].metric, std::nullopt);
}

TEST(Summary, WhatTheCatalogueKnowsNotToRunSomewhereIsZeroThere) {
  CaseResult shuffle = compared("sum_shuffle", 1, Verdict::parity);  // on GPUs only
  shuffle.experiment = "shuffle";
  CaseResult host = compared("tile", 1, Verdict::parity);
  host.platform = "host";
  const Results a = run_on("A", {shuffle});
  const Results b = run_on("B", {host});
  const Results* const runs[] = {&a, &b};
  const Portabilities found = portabilities(runs, samples);
  EXPECT_EQ(found.variants[0].efficiencies[1], 0.0);
  EXPECT_EQ(found.variants[0].metric, 0.0);
}

TEST(Summary, WhatRunsOnCudaAndWasNotRunOnHipHasNoMetric) {
  CaseResult hip = compared("padded_tile", 1, Verdict::parity);
  hip.platform = "hip";
  const Results a = run_on("A", {compared("tile", 1, Verdict::parity)});
  const Results b = run_on("B", {hip});
  const Results* const runs[] = {&a, &b};
  const Portability tile = portabilities(runs, samples).variants.at(0);
  EXPECT_EQ(tile.efficiencies[1], std::nullopt);
  EXPECT_EQ(tile.metric, std::nullopt);
}

}  // namespace
}  // namespace tilebridge
