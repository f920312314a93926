// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "export/formats.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::exports {
namespace {

using nlohmann::json;

TEST(Bmf, HasMeasuresByName) {
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].models[Model::kokkos].timing->seconds = {2e-3, 1e-3, 4e-3};
  const json exported = json::parse(to_bmf(results));
  ASSERT_EQ(exported.size(), 2U);
  const json& kokkos = exported["transpose/tile/kokkos/rows:16384/cols:16384/cache:cold"];
  EXPECT_NEAR(kokkos["latency"]["value"].get<double>(), 2e6, 1e-6);
  EXPECT_NEAR(kokkos["latency"]["lower_value"].get<double>(), 1e6, 1e-6);
  EXPECT_NEAR(kokkos["latency"]["upper_value"].get<double>(), 4e6, 1e-6);
  EXPECT_NEAR(kokkos["bandwidth"]["lower_value"].get<double>(), 2.147483648 / 4e-3, 1e-6);
  EXPECT_NEAR(kokkos["bandwidth"]["upper_value"].get<double>(), 2.147483648 / 1e-3, 1e-6);
  EXPECT_EQ(kokkos["ratio"]["value"], 0.5);
  EXPECT_FALSE(
      exported["transpose/tile/native/rows:16384/cols:16384/cache:cold"].contains("ratio"));
}

TEST(Bmf, WhatHasNoTimeIsLeftOut) {
  const json exported = json::parse(to_bmf(sample_results()));
  EXPECT_EQ(exported.size(), 5U);  // native of four cases, kokkos of one
  EXPECT_TRUE(json::accept(to_bmf(hostile_run())));
}

}  // namespace
}  // namespace tilebridge::exports
