// SPDX-License-Identifier: Apache-2.0
#include "judge/pool.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// A run in one block whose ratio is that of its times, give or take half a percent.
Results one_run(double native, double kokkos) {
  Results results = run_of(native, kokkos);
  const double ratio = native / kokkos;
  CaseResult& c = results.cases[0];
  c.comparisons[0].ratio = {ratio, 0.995 * ratio, 1.005 * ratio};
  c.sampling.blocks = {11};
  return results;
}

Results pool_of(const std::vector<Results>& runs) {
  std::vector<ResultPart> parts;
  for (const Results& run : runs)
    parts.push_back({"run" + std::to_string(parts.size()) + ".json", run});
  return pooled(parts);
}

const ComparisonResult& comparison(const Results& results) {
  return results.cases.at(0).comparisons.at(0);
}

TEST(Pooled, AnIntervalHoldsWhatEachRunSays) {
  const Results a = one_run(1e-3, 2e-3);
  const Results b = one_run(1e-3, 1.9e-3);
  for (const Results& all : {pool_of({a, b}), pool_of({b, a})}) {
    EXPECT_THAT(all.cases, SizeIs(1));
    EXPECT_DOUBLE_EQ(comparison(all).ratio.low, 0.995 / 2);
    EXPECT_DOUBLE_EQ(comparison(all).ratio.high, 1.005 / 1.9);
    EXPECT_DOUBLE_EQ(comparison(all).ratio.median, std::sqrt(0.5 / 1.9));
    EXPECT_EQ(comparison(all).verdict, Verdict::slower);
    EXPECT_THAT(comparison(all).by_run, SizeIs(2));
  }
}

TEST(Pooled, TakeAsLongAsAllRunsThatSayHowLong) {
  Results a = one_run(1e-3, 2e-3);
  Results b = a;
  a.program["seconds"] = 30;
  b.program["seconds"] = "no number";
  EXPECT_EQ(pool_of({a, b}).program["seconds"], 30);
}

TEST(Pooled, RunsThatDisagreeDecideNothing) {
  const Results all = pool_of({one_run(1e-3, 1.01e-3), one_run(1e-3, 1.2e-3)});
  EXPECT_EQ(comparison(all).verdict, Verdict::inconclusive);
}

/// Adds a second build of Kokkos that takes as long as the first one does.
Results run_with_second_build(double native, double kokkos) {
  Results results = one_run(native, kokkos);
  CaseResult& c = results.cases[0];
  c.kernels[other_code] = KernelResult(c.kernels.at(kokkos_code));
  ComparisonResult other = c.comparisons[0];
  other.kernel = other_code;
  c.comparisons.push_back(other);
  c.comparisons.push_back({other_code, kokkos_code, {1, 0.99, 1.01}, Verdict::parity});
  return results;
}

TEST(Pooled, ASecondBuildIsPooledAsTheFirst) {
  const Results all =
      pool_of({run_with_second_build(1e-3, 2e-3), run_with_second_build(1e-3, 1.9e-3)});
  const CaseResult& c = all.cases.at(0);
  ASSERT_EQ(c.comparisons.size(), 3U);
  EXPECT_DOUBLE_EQ(c.comparisons[1].ratio.low, 0.995 / 2);
  EXPECT_DOUBLE_EQ(c.comparisons[1].ratio.high, 1.005 / 1.9);
  EXPECT_EQ(c.comparisons[1].verdict, Verdict::slower);
  EXPECT_EQ(c.comparisons[2].verdict, Verdict::parity);
  EXPECT_EQ(c.kernels.at(other_code).timing->samples.size(),
            c.kernels.at(kokkos_code).timing->samples.size());
}

TEST(Pooled, ASecondBuildThatARunLacksIsLeftOut) {
  const Results all = pool_of({run_with_second_build(1e-3, 2e-3), one_run(1e-3, 2e-3)});
  EXPECT_FALSE(all.cases.at(0).kernels.contains(other_code));
  EXPECT_EQ(comparison(all).ratio.median, 0.5);
}

TEST(Pooled, SamplesFollowEachOtherBlockAfterBlock) {
  const Results a = one_run(1e-3, 2e-3);
  const CaseResult c = pool_of({a, a, one_run(4e-3, 2e-3)}).cases.at(0);
  const Timing& native = *c.kernels.at(Model::native).timing;
  EXPECT_THAT(native.samples, SizeIs(33));
  EXPECT_THAT(c.sampling.blocks, ElementsAre(11, 11, 11));
  EXPECT_THAT(c.sampling.runs, ElementsAre(1, 1, 1));
  EXPECT_NEAR(native.seconds.median, 1e-3 * std::cbrt(4), 1e-9);
  EXPECT_NEAR(c.kernels.at(Model::native).share_of_ceiling, 0.5 / std::cbrt(4), 1e-6);
}

TEST(Pooled, APoolAndAFurtherRunAreOnePool) {
  const Results a = one_run(1e-3, 2e-3);
  const Results b = one_run(1e-3, 1.9e-3);
  const Results c = one_run(1e-3, 2.1e-3);
  const Results at_once = pool_of({a, b, c});
  const Results one_by_one = pool_of({pool_of({a, b}), c});
  EXPECT_EQ(comparison(at_once).ratio.low, comparison(one_by_one).ratio.low);
  EXPECT_EQ(comparison(at_once).ratio.high, comparison(one_by_one).ratio.high);
  EXPECT_DOUBLE_EQ(comparison(at_once).ratio.median, comparison(one_by_one).ratio.median);
  EXPECT_THAT(one_by_one.cases[0].sampling.runs, ElementsAre(1, 1, 1));
  EXPECT_THAT(one_by_one.program["runs"], SizeIs(3));
}

TEST(Pooled, AResultThatIsInvalidOnceIsInvalid) {
  const Results a = one_run(1e-3, 2e-3);
  Results b = a;
  b.cases[0].kernels[kokkos_code] = {Status::invalid, "3 of 10 elements are wrong", invalid()};
  b.cases[0].comparisons.clear();
  const CaseResult c = pool_of({a, b}).cases.at(0);
  EXPECT_EQ(c.kernels.at(Model::kokkos).status, Status::invalid);
  EXPECT_EQ(c.kernels.at(Model::kokkos).reason, "3 of 10 elements are wrong (run 2 of 2)");
  EXPECT_THAT(c.comparisons, SizeIs(0));
  EXPECT_TRUE(c.kernels.at(Model::native).timing);
}

TEST(Pooled, ACaseThatOneRunHasIsKept) {
  Results b = one_run(1e-3, 2e-3);
  b.cases.push_back(b.cases[0]);
  b.cases[1].variant = "padded_tile";
  const Results all = pool_of({one_run(1e-3, 2e-3), b});
  ASSERT_THAT(all.cases, SizeIs(2));
  EXPECT_THAT(all.cases[0].sampling.runs, SizeIs(2));
  EXPECT_THAT(all.cases[1].sampling.runs, SizeIs(1));
}

TEST(Pooled, GPUsOfOneModelMayDifferAndAreRecorded) {
  Results a = one_run(1e-3, 2e-3);
  Results b = a;
  a.device["uuid"] = "GPU-1";
  b.device["uuid"] = "GPU-2";
  const Results all = pool_of({a, b});
  EXPECT_EQ(all.program["runs"][0]["uuid"], "GPU-1");
  EXPECT_EQ(all.program["runs"][1]["uuid"], "GPU-2");
}

std::string why_not_distinct(const std::vector<Results>& runs) {
  std::vector<ResultPart> parts;
  for (const Results& run : runs)
    parts.push_back({"run" + std::to_string(parts.size()) + ".json", run});
  try {
    check_distinct(parts);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(DistinctRuns, AreOfAnotherStartOrGpuOrHost) {
  const Results a = one_run(1e-3, 2e-3);
  Results later = a;
  later.program["started"] = "2026-11-20T10:05:00Z";
  Results other_gpu = a;
  other_gpu.device["uuid"] = "GPU-2";
  Results other_host = a;
  other_host.host["name"] = "node2";
  EXPECT_EQ(why_not_distinct({a, later, other_gpu, other_host}), "");
  EXPECT_EQ(why_not_distinct({a, later, a}),
            "cannot pool 'run0.json' and 'run2.json': both have the run of 2026-11-20T10:00:00Z, "
            "which would count twice; name it once");
  EXPECT_THAT(why_not_distinct({pool_of({a, later}), later}), HasSubstr("2026-11-20T10:05:00Z"));
}

TEST(Pooled, ABusyRunMakesABusyPool) {
  Results busy = one_run(1e-3, 2e-3);
  busy.program["load"] = {{"processes", 1}, {"utilised", 0.9}};
  const Results all = pool_of({one_run(1e-3, 2e-3), busy});
  EXPECT_EQ(all.program["load"], busy.program["load"]);
  EXPECT_EQ(all.program["runs"][1]["load"], busy.program["load"]);
}

TEST(Pooled, RunsOfAnotherDeviceOrBuildAreRefused) {
  const Results a = one_run(1e-3, 2e-3);
  const auto refusal = [&](const Results& b) {
    try {
      pool_of({a, b});
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Results b = a;
  b.device["name"] = "NVIDIA H100";
  EXPECT_EQ(refusal(b),
            "cannot pool 'run0.json' and 'run1.json': device name: NVIDIA H200 -> NVIDIA H100");
  b = a;
  erase(b.cases[0], Model::kokkos);
  EXPECT_THAT(refusal(b), HasSubstr("has other models"));
  EXPECT_THAT(refusal(sample_profile()), HasSubstr("one is a profile"));
}

}  // namespace
}  // namespace tilebridge::judge
