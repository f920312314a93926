// SPDX-License-Identifier: Apache-2.0
#include "judge/aggregates.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Native code of `variants` variants of each experiment, each as fast as `performance` says of 1
/// ms, and by turns a little more and less.
Results run_with(const std::vector<std::string>& experiments, double performance,
                 int variants = 4) {
  Results results = run_of(1e-3, 1e-3);
  const CaseResult sample = results.cases[0];
  results.cases.clear();
  for (const std::string& experiment : experiments)
    for (int i = 0; i < variants; ++i) {
      CaseResult c = sample;
      c.experiment = experiment;
      c.variant = c.compared_with = "v" + std::to_string(i);
      erase(c, Model::kokkos);
      c.kernels[native_code] = timed((i % 2 == 0 ? 1.0005 : 0.9995) * 1e-3 / performance);
      results.cases.push_back(std::move(c));
    }
  return results;
}

const std::vector<std::string> three = {"stride", "transpose", "matmul"};

std::vector<Aggregate> compared(const Results& base, const Results& current,
                                const GateOptions& options = {}) {
  return aggregates(compare_results(base, current, options), catalogue());
}

std::vector<std::pair<std::string, Trend>> trends_of(const std::vector<Aggregate>& found) {
  std::vector<std::pair<std::string, Trend>> trends;
  for (const Aggregate& aggregate : found) trends.emplace_back(aggregate.name, aggregate.trend);
  return trends;
}

Trend trend_at(double performance) {
  const auto run = [](double of) { return run_with({"transpose"}, of, 16); };
  return compared(run(1), run(performance)).at(0).trend;
}

TEST(GateAggregates, AreOfTheRunItsExperimentsAndFamilies) {
  const auto found = compared(run_with(three, 1), run_with(three, 1));
  EXPECT_THAT(
      trends_of(found),
      ElementsAre(Pair("", Trend::none), Pair("matmul", Trend::none), Pair("stride", Trend::none),
                  Pair("transpose", Trend::none), Pair("tiling", Trend::none)));
  EXPECT_EQ(found[0].scope, Scope::run);
  EXPECT_EQ(found[0].variants, 12U);
  EXPECT_EQ(found[1].scope, Scope::experiment);
  EXPECT_EQ(found[1].variants, 4U);
  EXPECT_EQ(found[4].scope, Scope::family);
  EXPECT_EQ(found[4].variants, 8U);
}

TEST(GateAggregates, OfOneExperimentThereIsOne) {
  EXPECT_EQ(compared(run_with({"transpose"}, 1), run_with({"transpose"}, 1)).size(), 1U);
}

TEST(GateAggregates, TheTrendSaysWhereTheIntervalLies) {
  EXPECT_EQ(trend_at(1), Trend::none);
  EXPECT_EQ(trend_at(0.997), Trend::none);
  EXPECT_EQ(trend_at(0.990), Trend::lower);
  EXPECT_EQ(trend_at(0.980), Trend::slower);
  EXPECT_EQ(trend_at(1.010), Trend::higher);
  EXPECT_EQ(trend_at(1.02), Trend::faster);
}

TEST(GateAggregates, TheBoundIsTheCallers) {
  GateOptions options;
  options.max_total_slowdown = 0.03;
  EXPECT_EQ(compared(run_with(three, 1), run_with(three, 0.975), options)[0].trend, Trend::lower);
  EXPECT_EQ(compared(run_with(three, 1), run_with(three, 0.96), options)[0].trend, Trend::slower);
}

TEST(GateAggregates, OneVariantMakesNoTrendOfAll) {
  Results current = run_with({"transpose"}, 1);
  current.cases[0].kernels[native_code] = timed(1.3e-3);
  EXPECT_EQ(compared(run_with({"transpose"}, 1), current)[0].trend, Trend::none);
}

TEST(GateAggregates, TwoVariantsAreTooFew) {
  EXPECT_THAT(compared(run_with({"transpose"}, 1, 2), run_with({"transpose"}, 0.9, 2)), IsEmpty());
}

TEST(GateAggregates, WhatWaitsForTheHostInEitherRunIsLeftOut) {
  for (const bool in_base : {true, false}) {
    Results base = run_with({"transpose"}, 1);
    Results current = run_with({"transpose"}, 0.9);
    for (CaseResult& c : (in_base ? base : current).cases) c.sampling.waits_for_host = true;
    EXPECT_THAT(compared(base, current), IsEmpty());
  }
}

TEST(GateAggregates, WhatTheTimerDoesNotResolveIsLeftOut) {
  const Results base = run_with({"transpose"}, 100);  // 10 µs
  const Results current = run_with({"transpose"}, 90);
  GateOptions options;
  for (const double max_slowdown : {0.02, 0.2}) {
    options.max_slowdown = max_slowdown;
    EXPECT_THAT(compared(base, current, options), IsEmpty());
  }
  options.least_change = 0;
  EXPECT_EQ(compared(base, current, options)[0].trend, Trend::slower);
}

TEST(GateAggregates, AnUnknownExperimentCountsForTheRunOnly) {
  const auto found =
      compared(run_with({"transpose", "a\x1b"}, 1), run_with({"transpose", "a\x1b"}, 1));
  EXPECT_THAT(trends_of(found), ElementsAre(Pair("", Trend::none), Pair("transpose", Trend::none)));
  EXPECT_EQ(found[0].variants, 8U);
}

TEST(GateAggregates, ATrendHoldsAgainstEveryRunOfTheBase) {
  const Results current = run_with(three, 0.97);
  const Results base = run_with(three, 1);
  const Results near = run_with(three, 0.972);
  const Results further = run_with(three, 1.01);
  const auto trend = [&](const std::vector<Cells>& bases) {
    return aggregates(compare_results(bases, current, {}), catalogue())[0];
  };
  EXPECT_EQ(trend({base, further}).trend, Trend::slower);
  EXPECT_NEAR(trend({further, base}).performance.value, 0.97, 1e-3);
  EXPECT_EQ(trend({base, further, near}).trend, Trend::none);
  EXPECT_EQ(trend({near, base, further}).trend, Trend::none);
}

/// All experiments' native code in two processes. The second adds `offset` seconds to every sample,
/// and each experiment, with all its variants, is off by a share that it draws.
std::pair<Results, Results> two_processes(std::mt19937_64& random, double offset, double deviation,
                                          double seconds = 30e-6) {
  std::vector<std::string> names;
  for (const Experiment& experiment : catalogue()) names.push_back(experiment.name);
  Results first = run_with(names, 1e-3 / seconds, 6);
  Results second = first;
  std::normal_distribution<double> shift(0, deviation);
  std::map<std::string, double> of_experiment;
  for (CaseResult& c : second.cases) {
    const double common =
        of_experiment.try_emplace(c.experiment, std::exp(shift(random))).first->second;
    c.kernels[native_code] = timed(first.cases[static_cast<std::size_t>(&c - second.cases.data())]
                                           .kernels.at(native_code)
                                           .timing->seconds.median *
                                       common +
                                   offset);
  }
  return {std::move(first), std::move(second)};
}

bool excludes_1(const GeometricMean& mean) { return mean.low > 1 || mean.high < 1; }

TEST(GateAggregates, WhatAProcessAddsToEverySampleIsNoChange) {
  std::mt19937_64 random(7);
  GateOptions options;
  options.least_change = 0;
  for (const double offset : {8e-8, -8e-8}) {
    const auto [first, second] = two_processes(random, offset, 1e-5);
    const auto found = compared(first, second, options);
    ASSERT_GT(found.size(), 30U);
    for (const Aggregate& aggregate : found)
      EXPECT_FALSE(excludes_1(aggregate.performance)) << aggregate.name;
  }
  const auto [first, second] = two_processes(random, 5e-7, 1e-5);
  EXPECT_TRUE(excludes_1(compared(first, second, options)[0].performance));
}

/// Taken as independent, six variants of each experiment would exclude 1 in half of the runs.
TEST(GateAggregates, VariantsOfOneExperimentAreNotIndependent) {
  std::mt19937_64 random(8);
  int excluded = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const auto [first, second] = two_processes(random, 0, 0.01, 1e-3);
    excluded += excludes_1(compared(first, second)[0].performance) ? 1 : 0;
  }
  EXPECT_LE(excluded, 6);
}

/// One experiment of thirty whose three variants happen to agree is no news.
TEST(GateAggregates, AmongManyExperimentsChanceIsAllowedFor) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> shift(1, 0.01);
  std::vector<std::string> names;
  for (const Experiment& experiment : catalogue()) names.push_back(experiment.name);
  int alarms = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Results base = run_with(names, 1, 3);
    Results current = base;
    for (CaseResult& c : current.cases) c.kernels[native_code] = timed(1e-3 * 1.01 * shift(random));
    for (const Aggregate& aggregate : compared(base, current))
      if (aggregate.scope == Scope::experiment && aggregate.trend == Trend::slower) ++alarms;
  }
  EXPECT_LE(alarms, 4);
}

}  // namespace
}  // namespace tilebridge::judge
