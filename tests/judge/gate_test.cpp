// SPDX-License-Identifier: Apache-2.0
#include "judge/gate.hpp"

#include <gmock/gmock.h>

#include <random>

#include "results/recomputation.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr GateOptions by_ratio = {Metric::ratio};

Judgement judged(const Results& base, const Results& current, const Model& model,
                 const GateOptions& options = {}) {
  const GateReport report = compare_results(base, current, options);
  for (const Change& change : report.changes)
    if (change.now.kernel.model.is(model)) return change.judgement;
  throw std::logic_error("not compared");
}

TEST(Gate, JudgesEveryModelByItsOwnTime) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(judged(base, run_of(1e-3, 1.1e-3), Model::native), Judgement::parity);
  EXPECT_EQ(judged(base, run_of(1e-3, 1.1e-3), Model::kokkos), Judgement::slower);
  EXPECT_EQ(judged(base, run_of(0.9e-3, 1e-3), Model::native), Judgement::faster);
  EXPECT_EQ(judged(base, run_of(1e-3, 1.0525e-3), Model::kokkos), Judgement::undecided);
}

TEST(Gate, PerformanceIsBaseTimeOverNewTime) {
  const Results base = run_of(1e-3, 1e-3);
  const Results current = run_of(1e-3, 2e-3);
  const GateReport report = compare_results(base, current, {});
  const Change& change = report.changes.at(1);
  EXPECT_DOUBLE_EQ(change.performance.median, 0.5);
  EXPECT_GT(change.performance.low, 0.495);
  EXPECT_LT(change.performance.high, 0.505);
  EXPECT_EQ(change.base, 1e-3);
  EXPECT_EQ(change.current, 2e-3);
}

/// Eleven samples in each of `seconds`' blocks.
Results run_in_blocks(const std::vector<double>& seconds) {
  Results results = run_of(1e-3, 1e-3);
  CaseResult& c = results.cases[0];
  std::vector<double>& samples = c.kernels[kokkos_code].timing->samples;
  samples.clear();
  for (const double block : seconds) {
    const Timing timing = eleven(block);
    samples.insert(samples.end(), timing.samples.begin(), timing.samples.end());
    c.sampling.blocks.push_back(11);
  }
  c.kernels[native_code].timing->samples = samples;
  return results;
}

TEST(Gate, PerformanceIsTheQuotientOfTheTimesShown) {
  const Results skewed = run_in_blocks({1e-3, 1e-3, 1e-3, 4e-3, 9e-3});
  const Results even = run_in_blocks({2e-3, 2.1e-3, 2.2e-3, 2.1e-3, 2e-3});
  const Results without_blocks = run_of(1e-3, 1e-3);
  for (const auto& [base, current] : {std::pair(&skewed, &even), std::pair(&even, &skewed),
                                      std::pair(&skewed, &without_blocks)}) {
    const GateReport report = compare_results(*base, *current, {});
    ASSERT_FALSE(report.changes.empty());
    for (const Change& change : report.changes)
      EXPECT_NEAR(change.base / change.current, change.performance.median, 1e-12);
  }
}

TEST(Gate, ACompactFileIsJudgedAsTheFileThatItIsOf) {
  const Results base = results_in_blocks();
  Results current = base;
  for (double& median : current.cases[0].kernels[kokkos_code].timing->block_medians) median *= 1.3;
  for (double& median : current.cases[0].comparisons[0].block_medians) median /= 1.3;
  for (const Metric metric : {Metric::time, Metric::ratio}) {
    const GateReport full = compare_results(base, current, {metric});
    const Results compact_base = compacted(base);
    const Results compact = compacted(current);
    const GateReport other = compare_results(compact_base, compact, {metric});
    EXPECT_EQ(other.not_compared.size(), 0U);
    ASSERT_EQ(other.changes.size(), full.changes.size());
    for (std::size_t i = 0; i < full.changes.size(); ++i) {
      EXPECT_EQ(other.changes[i].performance.low, full.changes[i].performance.low);
      EXPECT_EQ(other.changes[i].performance.high, full.changes[i].performance.high);
      EXPECT_EQ(other.changes[i].p_slower, full.changes[i].p_slower);
      EXPECT_EQ(other.changes[i].base, full.changes[i].base);
    }
    EXPECT_NEAR(other.changes.back().performance.median, 1 / 1.3, 1e-12);
  }
}

TEST(Gate, ACompactFileIsJudgedAgainstOneWithoutBlocks) {
  const Results compact = compacted(results_in_blocks());
  const Results without_blocks = run_of(6e-4, 9e-4);
  for (const Metric metric : {Metric::time, Metric::ratio})
    for (const Change& change : compare_results(without_blocks, compact, {metric}).changes)
      EXPECT_EQ(change.judgement, Judgement::parity);
}

TEST(Gate, ARatioThatACompactFileLacksIsNotCompared) {
  const Results base = results_in_blocks();
  Results compact = compacted(base);
  compact.cases[0].comparisons.clear();
  const GateReport report = compare_results(base, compact, by_ratio);
  ASSERT_EQ(report.not_compared.size(), 1U);
  EXPECT_EQ(report.not_compared[0].reason, "the file has no ratio of its blocks");
}

TEST(Gate, WhatIsHostBoundInEitherRunGatesOnRequestAlone) {
  const Results base = run_of(1e-3, 1e-3);
  Results current = run_of(1e-3, 1.2e-3);
  current.cases[0].sampling.waits_for_host = true;
  GateReport report = compare_results(base, current, {});
  EXPECT_EQ(report.count_gating(), 0U);
  EXPECT_EQ(report.count(Judgement::slower), 0U);
  EXPECT_EQ(report.count(Judgement::slower, false), 1U);
  EXPECT_EQ(report.all(Judgement::slower).size(), 1U);
  report.options.host_bound = true;
  EXPECT_EQ(report.count(Judgement::slower), 1U);
  EXPECT_EQ(report.count(Judgement::slower, false), 0U);
  current.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  EXPECT_EQ(compare_results(base, current, {}).count(Judgement::invalid), 1U);
}

TEST(Gate, TransfersAreHostBound) {
  Results run = run_of(1e-3, 1e-3);
  EXPECT_FALSE(compare_results(run, run, {}).changes.at(0).is_host_bound);
  run.cases[0].experiment = "copy";
  EXPECT_TRUE(compare_results(run, run, {}).changes.at(0).is_host_bound);
}

TEST(Gate, RatiosLeaveAnotherClockAlone) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(judged(base, run_of(1.2e-3, 1.2e-3), Model::kokkos), Judgement::slower);
  EXPECT_EQ(judged(base, run_of(1.2e-3, 1.2e-3), Model::kokkos, by_ratio), Judgement::parity);
  EXPECT_EQ(judged(base, run_of(1e-3, 1.1e-3), Model::kokkos, by_ratio), Judgement::slower);
  EXPECT_EQ(judged(base, run_of(1.1e-3, 1e-3), Model::kokkos, by_ratio), Judgement::faster);
}

TEST(Gate, TheSlowdownAllowedIsTheCallers) {
  const Results base = run_of(1e-3, 1e-3);
  const Results current = run_of(1e-3, 1.15e-3);
  EXPECT_EQ(judged(base, current, Model::kokkos, {Metric::time, 0.1}), Judgement::slower);
  EXPECT_EQ(judged(base, current, Model::kokkos, {Metric::time, 0.2}), Judgement::parity);
}

TEST(Gate, WhatTheTimerDoesNotTellApartIsNoChange) {
  const Results base = run_of(5e-6, 5e-6);
  const Results current = run_of(5e-6, 5.9e-6);
  EXPECT_EQ(judged(base, current, Model::kokkos), Judgement::parity);
  EXPECT_EQ(judged(base, current, Model::kokkos, {Metric::time, 0.05, 0}), Judgement::slower);
  EXPECT_EQ(judged(base, run_of(5e-6, 6.2e-6), Model::kokkos), Judgement::slower);
  Results repeated = base;
  repeated.cases[0].sampling.repeats = 10;  // the timer's part is a tenth
  EXPECT_EQ(judged(repeated, current, Model::kokkos), Judgement::slower);
}

TEST(Gate, TheTimersStepsAreInTheInterval) {
  Results base = run_of(10e-6, 20e-6);
  const auto performance = [&](const Model& model, const GateOptions& options) {
    const GateReport report = compare_results(base, base, options);
    for (const Change& change : report.changes)
      if (change.now.kernel.model.is(model)) return change.performance;
    throw std::logic_error("not compared");
  };
  const double without = performance(Model::kokkos, {}).half_width();
  base.cases[0].sampling.timer_step = 1e-6;
  const double error = std::sqrt(2.0) * rounding_error(20e-6, 1e-6, 1);
  EXPECT_NEAR(performance(Model::kokkos, {}).half_width(), std::hypot(without, error), 2e-3);
  EXPECT_GT(performance(Model::kokkos, by_ratio).half_width(),
            performance(Model::kokkos, {}).half_width());
}

TEST(Gate, RatiosAgainstAnotherVariantAreNotCompared) {
  const Results base = run_of(1e-3, 1e-3);
  Results current = base;
  current.cases[0].compared_with = "padded_tile";
  const GateReport report = compare_results(base, current, by_ratio);
  EXPECT_THAT(report.changes, IsEmpty());
  ASSERT_EQ(report.not_compared.size(), 1U);
  EXPECT_EQ(report.not_compared[0].reason,
            "its ratio is against 'padded_tile', was against 'tile'");
}

TEST(Gate, RatiosNeedSamplesOfTheSameRounds) {
  const Results base = run_of(1e-3, 1e-3);
  Results current = base;
  current.cases[0].kernels[native_code].timing->samples.pop_back();
  const GateReport cut = compare_results(base, current, by_ratio);
  ASSERT_EQ(cut.not_compared.size(), 1U);
  EXPECT_THAT(cut.not_compared[0].reason, HasSubstr("not from the same rounds"));
  erase(current.cases[0], Model::native);
  const GateReport gone = compare_results(base, current, by_ratio);
  EXPECT_THAT(gone.changes, IsEmpty());
}

TEST(Gate, NativeCodeThatStandsForAnotherVariantIsNotJudgedTwice) {
  Results base = run_of(1e-3, 1e-3);
  base.cases[0].compared_with = "padded_tile";
  const GateReport report = compare_results(base, base, {});
  ASSERT_EQ(report.changes.size(), 1U);
  EXPECT_EQ(report.changes[0].now.kernel, kokkos_code);
}

TEST(Gate, WhatWasRightAndIsWrongFails) {
  const Results base = run_of(1e-3, 1e-3);
  Results current = base;
  current.cases[0].kernels[kokkos_code] = {Status::invalid, "element 3 is wrong", invalid()};
  for (const GateOptions& options : {GateOptions{}, by_ratio}) {
    const GateReport report = compare_results(base, current, options);
    ASSERT_EQ(report.count(Judgement::invalid), 1U);
    EXPECT_EQ(report.all(Judgement::invalid)[0]->reason, "element 3 is wrong");
  }
}

TEST(Gate, WhatWasWrongBeforeIsSetAside) {
  const Results good = run_of(1e-3, 1e-3);
  Results bad = good;
  bad.cases[0].kernels[kokkos_code] = {Status::invalid, "element 3 is wrong", invalid()};
  for (const Results& current : {good, bad}) {
    const GateReport report = compare_results(bad, current, {});
    EXPECT_EQ(report.changes.size(), 1U);  // native
    ASSERT_EQ(report.not_compared.size(), 1U);
    EXPECT_FALSE(report.not_compared[0].is_lost);
  }
}

TEST(Gate, ATimeThatIsGoneIsLost) {
  const Results base = run_of(1e-3, 1e-3);
  Results skipped = base;
  skipped.cases[0].kernels[kokkos_code] = {Status::skipped, "not built", {}};
  Results gone = base;
  erase(gone.cases[0], Model::kokkos);
  for (const auto& [current, reason] :
       {std::pair(&skipped, "skipped, was ok: not built"), std::pair(&gone, "no longer there")}) {
    const GateReport report = compare_results(base, *current, {});
    ASSERT_EQ(report.count_lost(), 1U);
    EXPECT_EQ(report.not_compared[0].reason, reason);
  }
}

TEST(Gate, WhatNeverHadATimeIsNoNews) {
  Results base = run_of(1e-3, 1e-3);
  base.cases[0].kernels[library_code] = {Status::no_equivalent, "no library has it", {}};
  const GateReport report = compare_results(base, base, {});
  EXPECT_EQ(report.changes.size(), 2U);
  EXPECT_THAT(report.not_compared, IsEmpty());
}

TEST(Gate, LargestChangesFirst) {
  Results base;
  Results current;
  for (const double factor : {1.2, 1.5, 1.3}) {
    base.cases.push_back(run_of(1e-3, 1e-3).cases[0]);
    base.cases.back().parameters.set("rows", static_cast<int>(10 * factor));
    current.cases.push_back(run_of(1e-3, 1e-3 * factor).cases[0]);
    current.cases.back().parameters = base.cases.back().parameters;
  }
  const GateReport report = compare_results(base, current, {});
  const auto slower = report.all(Judgement::slower);
  ASSERT_EQ(slower.size(), 3U);
  EXPECT_NEAR(slower[0]->performance.median, 1 / 1.5, 1e-9);
  EXPECT_NEAR(slower[2]->performance.median, 1 / 1.2, 1e-9);
}

/// 2000 cases of one build: each run shifts a case by up to `shift`, noise is 2% a sample.
double share_flagged(double shift) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> run_shift(1 - shift, 1 + shift);
  std::normal_distribution<double> noise(1, 0.02);
  const auto run = [&] {
    Results results;
    for (int i = 0; i < 1000; ++i) {
      CaseResult c = run_of(1e-3, 1e-3).cases[0];
      c.parameters.set("rows", i);
      for (auto& [kernel, result] : c.kernels) {
        const double seconds = 1e-3 * run_shift(random);
        for (double& sample : result.timing->samples) sample = seconds * noise(random);
      }
      results.cases.push_back(c);
    }
    return results;
  };
  const Results base = run();
  const Results current = run();
  const GateReport report = compare_results(base, current, {});
  return static_cast<double>(report.count(Judgement::slower)) /
         static_cast<double>(report.changes.size());
}

TEST(Gate, TwoRunsOfOneBuildAreSeldomCalledDifferent) {
  EXPECT_LT(share_flagged(0), 0.0005);
  EXPECT_LT(share_flagged(0.02), 0.01);
  EXPECT_GT(share_flagged(0.2), 0.1);  // the simulation can flag
}

}  // namespace
}  // namespace tilebridge::judge
