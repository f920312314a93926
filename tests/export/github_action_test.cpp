// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "export/formats.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::exports {
namespace {

using nlohmann::json;

TEST(GithubAction, SmallerIsTheTime) {
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].models[Model::kokkos].timing->seconds = {2e-3, 1.9e-3, 2.1e-3};
  const json entries = json::parse(to_gha_smaller(results));
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[1]["name"], "transpose/tile/kokkos/rows:16384/cols:16384/cache:cold");
  EXPECT_EQ(entries[1]["unit"], "us");
  EXPECT_NEAR(entries[1]["value"].get<double>(), 2000, 1e-9);
  EXPECT_EQ(entries[1]["range"], "± 100");
  EXPECT_EQ(entries[1]["extra"], "performance against native 0.500 [0.500, 0.500]: slower");
}

TEST(GithubAction, BiggerIsTheRateAndTheRatio) {
  const json entries = json::parse(to_gha_bigger(run_of(1e-3, 2e-3)));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0]["unit"], "GB/s");
  EXPECT_NEAR(entries[0]["value"].get<double>(), 2147.483648, 1e-6);
  EXPECT_EQ(entries[2]["name"],
            "transpose/tile/kokkos/rows:16384/cols:16384/cache:cold/against:native");
  EXPECT_EQ(entries[2]["unit"], "ratio");
  EXPECT_EQ(entries[2]["value"], 0.5);
}

TEST(GithubAction, ARateIsOfArithmeticWhereThatBindsAndAbsentWhereThereIsNone) {
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].work = {1e6, 1e6, 1e12};
  EXPECT_EQ(json::parse(to_gha_bigger(results))[0]["unit"], "GFLOP/s");
  EXPECT_NEAR(json::parse(to_gha_bigger(results))[0]["value"].get<double>(), 1e6, 1e-3);
  results.cases[0].work = {};
  EXPECT_EQ(json::parse(to_gha_bigger(results))[0]["unit"], "ratio");
}

TEST(GithubAction, NativeCodeOfAnotherVariantIsLeftOut) {
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].compared_with = "padded_tile";
  EXPECT_EQ(json::parse(to_gha_smaller(results)).size(), 1U);
}

TEST(GithubAction, HostileTextStaysText) {
  EXPECT_TRUE(json::accept(to_gha_smaller(hostile_run())));
  EXPECT_TRUE(json::accept(to_gha_bigger(hostile_run())));
}

}  // namespace
}  // namespace tilebridge::exports
