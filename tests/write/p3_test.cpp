// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"
#include "tests/write/exported.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;
using testing::Not;

// Native code takes 1 ms at half of the ceiling, Kokkos 4 ms: a quarter of the best.
TEST(P3, HasARowForEachKernelWithItsEfficiencies) {
  EXPECT_EQ(exported(to_p3, {run_of(1e-3, 4e-3)}),
            "problem,platform,application,fom,app eff,arch eff,date\r\n"
            "transpose/cols:16384/rows:16384/cache:cold/read:1073741824/written:1073741824,"
            "NVIDIA H200,cuda/tile/indices,0.001,1,0.5,2026-11-20T10:00:00Z\r\n"
            "transpose/cols:16384/rows:16384/cache:cold/read:1073741824/written:1073741824,"
            "NVIDIA H200,kokkos/tile/loops,0.004,0.25,0.5,2026-11-20T10:00:00Z\r\n");
}

TEST(P3, TheBestIsOfAnyVariant) {
  Results results = run_of(1e-3, 4e-3);
  results.cases.push_back(run_of(0.5e-3, 1e-3).cases[0]);
  results.cases[1].variant = results.cases[1].compared_with = "vector_tile";
  EXPECT_THAT(exported(to_p3, {results}), HasSubstr("cuda/tile/indices,0.001,0.5,"));
}

TEST(P3, AnEfficiencyIsANumberFromZeroToOne) {
  Results results = run_of(1e-3, 4e-3);
  results.cases[0].kernels[native_code].share_of_ceiling = 1.25;
  results.cases[0].kernels[kokkos_code].share_of_ceiling = 0;
  const std::string csv = exported(to_p3, {results});
  EXPECT_THAT(csv, HasSubstr("cuda/tile/indices,0.001,1,1,"));
  EXPECT_THAT(csv, HasSubstr("kokkos/tile/loops,0.004,0.25,0,")) << "unknown";
}

TEST(P3, WhatIsNotValidHasNoRow) {
  const std::string csv = exported(to_p3, {sample_results()});
  EXPECT_THAT(csv, HasSubstr("kokkos/padded_tile/loops"));
  EXPECT_THAT(csv, Not(HasSubstr("kokkos/tile/loops")));
  EXPECT_THAT(csv, Not(HasSubstr("kokkos/cluster_tile")));
}

TEST(P3, PlatformsAreFiles) {
  Results other = run_of(1e-3, 4e-3);
  other.device["name"] = "NVIDIA H100";
  const std::string two = exported(to_p3, {run_of(1e-3, 4e-3), other});
  EXPECT_THAT(two, HasSubstr(",NVIDIA H200,"));
  EXPECT_THAT(two, HasSubstr(",NVIDIA H100,"));
  const std::string alike = exported(to_p3, {run_of(1e-3, 4e-3), run_of(1e-3, 4e-3)});
  EXPECT_THAT(alike, HasSubstr(",NVIDIA H200 2026-11-20T10:00:00Z,"));
  EXPECT_THAT(alike, HasSubstr(",NVIDIA H200 2026-11-20T10:00:00Z #2,"));
}

}  // namespace
}  // namespace tilebridge::write
