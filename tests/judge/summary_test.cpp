// SPDX-License-Identifier: Apache-2.0
#include "judge/summary.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "tests/catalogue/sample_catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

Experiment experiment(const std::string& name, Family family, const std::string& variant,
                      const std::vector<Support>& models, Pattern pattern = Pattern::none) {
  Experiment e;
  e.name = name;
  e.family = family;
  e.pattern = pattern;
  e.variants = {{.name = variant,
                 .technique = "",
                 .models = models,
                 .problem = problem(ScaleProblem<float>{})}};
  return e;
}

const Catalogue samples(
    {experiment("stride", Family::coalescing, "copy", native_and_kokkos(), Pattern::flat),
     experiment("transpose", Family::tiling, "tile", native_and_kokkos(), Pattern::tile),
     experiment("device_symbol", Family::memory, "to_symbol", native_and_kokkos_on_gpu()),
     experiment("copy", Family::transfers, "d2d", native_and_kokkos_on_gpu(), Pattern::transfer),
     experiment("shuffle", Family::execution, "sum_shuffle", native_and_kokkos_on_gpu()),
     experiment("latency", Family::hierarchy, "l1", native_and_kokkos())});

Summary summary_of(std::vector<CaseResult> cases) {
  Results results;
  results.cases = std::move(cases);
  return summarise(results, samples);
}

ComparisonResult kokkos(double ratio, Verdict verdict) {
  return {kokkos_code, native_code, {ratio, 0.99 * ratio, 1.01 * ratio}, verdict};
}

CaseResult compared(const std::string& variant, double ratio, Verdict verdict) {
  CaseResult c = sample_case(variant);
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {kokkos(ratio, verdict)};
  return c;
}

CaseResult of_experiment(const std::string& experiment, CaseResult c) {
  c.experiment = experiment;
  return c;
}

CaseResult with_control(CaseResult c, double writing, double library) {
  c.kernels[control] = {Status::ok, "", valid(), timing(6e-4 / writing)};
  c.comparisons.push_back({control, native_code, {writing, writing, writing}, Verdict::slower});
  c.comparisons.push_back({kokkos_code, control, {library, library, library}, Verdict::slower});
  return c;
}

/// The control in the usual kernel's blocks, too.
CaseResult with_usual_block(CaseResult c, double style, double launch) {
  c.kernels[control_in_usual_block] = {Status::ok, "", valid(), timing(6e-4 / style)};
  c.comparisons.push_back(
      {control_in_usual_block, native_code, {style, style, style}, Verdict::slower});
  c.comparisons.push_back(
      {control, control_in_usual_block, {launch, launch, launch}, Verdict::slower});
  return c;
}

constexpr ComparedForm in_loops = {{Model::kokkos, Form::loops}};

const PatternRow& row_of(const Summary& summary, Pattern pattern) {
  return *std::ranges::find(summary.rows, pattern, &PatternRow::pattern);
}

TEST(Summary, AVariantCountsOnceHoweverManyCasesItHas) {
  const Summary summary =
      summary_of({compared("tile", 0.5, Verdict::slower), compared("tile", 2, Verdict::faster),
                  compared("tile", 8, Verdict::faster)});
  ASSERT_EQ(summary.rows.size(), 1U);
  const PatternMean& mean = summary.rows[0].means.at(in_loops);
  EXPECT_EQ(mean.variants, 1);
  EXPECT_DOUBLE_EQ(mean.performance.value, 2);
  EXPECT_FALSE(mean.performance.has_interval());
}

TEST(Summary, PatternsAndRealsStandApart) {
  CaseResult in_double = compared("tile", 0.75, Verdict::slower);
  in_double.parameters.set("real", "double");
  const Summary summary =
      summary_of({in_double, compared("tile", 0.5, Verdict::slower),
                  of_experiment("stride", compared("copy", 0.25, Verdict::slower)),
                  of_experiment("copy", compared("d2d", 1, Verdict::parity))});
  ASSERT_EQ(summary.rows.size(), 4U);
  const auto at = [&](std::size_t i) {
    const PatternRow& row = summary.rows[i];
    return std::tuple(row.real, row.pattern, row.means.at(in_loops).performance.value);
  };
  EXPECT_EQ(at(0), std::tuple("float", Pattern::flat, 0.25));
  EXPECT_EQ(at(1), std::tuple("float", Pattern::tile, 0.5));
  EXPECT_EQ(at(2), std::tuple("float", Pattern::transfer, 1.0));
  EXPECT_EQ(at(3), std::tuple("double", Pattern::tile, 0.75));
  ASSERT_EQ(summary.distributions.size(), 2U);
  EXPECT_EQ(summary.distributions[0].real, "float");
  EXPECT_EQ(summary.distributions[0].whole.entries.size(), 2U) << "without the transfer";
  EXPECT_EQ(summary.distributions[1].real, "double");
  EXPECT_EQ(summary.distributions[1].whole.entries.size(), 1U);
}

TEST(Summary, AControlIsComparedAndComparedWith) {
  const Summary summary =
      summary_of({with_control(compared("tile", 0.48, Verdict::slower), 0.6, 0.8)});
  const auto& means = row_of(summary, Pattern::tile).means;
  EXPECT_DOUBLE_EQ(means.at({control}).performance.value, 0.6);
  EXPECT_DOUBLE_EQ(means.at({{Model::kokkos, Form::loops}, Against::control}).performance.value,
                   0.8);
  EXPECT_DOUBLE_EQ(means.at(in_loops).performance.value, 0.48);
  const Distributions& of_floats = summary.distributions.at(0);
  ASSERT_EQ(of_floats.library.entries.size(), 1U);
  EXPECT_DOUBLE_EQ(of_floats.library.entries[0].performance, 0.8);
  EXPECT_TRUE(of_floats.launch.empty());
}

TEST(Summary, TheLaunchHasAMeanOfItsOwn) {
  const Summary summary = summary_of({with_usual_block(
      with_control(compared("tile", 0.48, Verdict::slower), 0.6, 0.8), 0.75, 0.8)});
  const auto& means = row_of(summary, Pattern::tile).means;
  EXPECT_DOUBLE_EQ(means.at({control, Against::usual_block}).performance.value, 0.8);
  EXPECT_DOUBLE_EQ(means.at({control_in_usual_block}).performance.value, 0.75);
  EXPECT_EQ(summary.distributions.at(0).launch.entries.size(), 1U);
}

std::map<std::string, std::vector<double>> experiments_of_one(std::size_t count) {
  std::map<std::string, std::vector<double>> performances;
  for (std::size_t i = 0; i < count; ++i)
    performances[std::to_string(i)] = {i % 2 == 0 ? 0.5 : 2.0};
  return performances;
}

TEST(Summary, AMeanOfFewerThanEightExperimentsHasNoInterval) {
  EXPECT_FALSE(mean_over_experiments(experiments_of_one(7)).has_interval());
  const GeometricMean of_eight = mean_over_experiments(experiments_of_one(8));
  EXPECT_NEAR(of_eight.value, 1, 1e-12);
  ASSERT_TRUE(of_eight.has_interval());
  EXPECT_LT(of_eight.low, 0.7);
}

TEST(Summary, ExperimentsCountOnceHoweverManyVariantsTheyHave) {
  EXPECT_NEAR(mean_over_experiments({{"a", {0.25, 0.25, 0.25}}, {"b", {1}}}).value, 0.5, 1e-12);
}

TEST(Summary, ParityIsTheVerdictOfEveryCase) {
  const auto verdict = [](std::vector<std::pair<double, Verdict>> cases) {
    std::vector<CaseResult> all;
    for (const auto& [ratio, of_case] : cases) all.push_back(compared("tile", ratio, of_case));
    return summary_of(all).distributions.at(0).whole.entries.at(0).verdict;
  };
  EXPECT_EQ(verdict({{0.96, Verdict::parity}, {1, Verdict::parity}}), Verdict::parity);
  EXPECT_EQ(verdict({{1, Verdict::undecided}}), Verdict::undecided) << "by its point alone";
  EXPECT_EQ(verdict({{0.8, Verdict::slower}, {1.2, Verdict::parity}}), Verdict::slower);
  EXPECT_EQ(verdict({{1.3, Verdict::faster}, {1, Verdict::undecided}}), Verdict::faster);
  EXPECT_EQ(verdict({{1.3, Verdict::faster}, {0.8, Verdict::slower}}), Verdict::undecided);
}

TEST(Summary, DistributionsAreSorted) {
  const Summary summary =
      summary_of({compared("tile", 0.96, Verdict::parity),
                  of_experiment("stride", compared("copy", 0.5, Verdict::slower))});
  const Distribution& whole = summary.distributions.at(0).whole;
  EXPECT_EQ(whole.entries.front().name, "stride/copy");
  EXPECT_EQ(whole.count(Verdict::parity), 1);
  EXPECT_EQ(whole.count(Verdict::slower), 1);
  EXPECT_DOUBLE_EQ(whole.median(), 0.73);
}

TEST(Summary, WhatTheCatalogueDoesNotHaveDoesNotCount) {
  EXPECT_TRUE(summary_of({of_experiment("tomorrow", compared("tile", 0.5, Verdict::slower)),
                          compared("later", 0.5, Verdict::slower)})
                  .rows.empty());
}

TEST(Summary, RatiosThatNoRunHasDoNotCount) {
  std::vector<CaseResult> cases = {compared("tile", 0.5, Verdict::slower)};
  for (const double ratio :
       {0.0, -1.0, 1e308, 1e-308, std::nan(""), std::numeric_limits<double>::infinity()})
    cases.push_back(compared("tile", ratio, Verdict::parity));
  EXPECT_DOUBLE_EQ(row_of(summary_of(cases), Pattern::tile).means.at(in_loops).performance.value,
                   0.5);
}

TEST(Summary, TheRespelledControlHasNoColumn) {
  CaseResult c = with_control(compared("tile", 0.48, Verdict::slower), 0.6, 0.8);
  c.kernels[respelled_control] = c.kernels.at(control);
  c.comparisons.push_back({respelled_control, native_code, {0.5, 0.5, 0.5}, Verdict::slower});
  c.comparisons.push_back({kokkos_code, respelled_control, {0.96, 0.96, 0.96}, Verdict::parity});
  const Summary summary = summary_of({c});
  for (const auto& [compared, mean] : row_of(summary, Pattern::tile).means)
    EXPECT_FALSE(compared.kernel.is(respelled_control));
}

}  // namespace
}  // namespace tilebridge::judge
