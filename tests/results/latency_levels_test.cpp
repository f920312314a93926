// SPDX-License-Identifier: Apache-2.0
#include "results/latency_levels.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t KiB = 1024;

std::vector<LatencyPoint> curve(const std::vector<std::pair<std::int64_t, double>>& points) {
  std::vector<LatencyPoint> result;
  for (const auto& [bytes, cycles] : points) result.push_back({bytes, cycles / 2e9, cycles});
  return result;
}

TEST(LatencyLevels, APlateauIsAPlateauAndAClimbIsNone) {
  const auto plateaus = plateaus_of(curve({{1 * KiB, 33},
                                           {32 * KiB, 33.2},
                                           {128 * KiB, 33.1},
                                           {256 * KiB, 120},
                                           {512 * KiB, 200},
                                           {1024 * KiB, 230},
                                           {4096 * KiB, 232},
                                           {8192 * KiB, 400}}));
  ASSERT_EQ(plateaus.size(), 2U);
  EXPECT_EQ(plateaus[0].from_bytes, 1 * KiB);
  EXPECT_EQ(plateaus[0].to_bytes, 128 * KiB);
  EXPECT_DOUBLE_EQ(plateaus[0].cycles, 33.1);
  EXPECT_DOUBLE_EQ(plateaus[0].seconds, 33.1 / 2e9);
  EXPECT_EQ(plateaus[1].from_bytes, 1024 * KiB);
  EXPECT_EQ(plateaus[1].to_bytes, 4096 * KiB);
}

TEST(LatencyLevels, PointsCloseTogetherAreNoPlateau) {
  EXPECT_THAT(plateaus_of(curve({{100 * KiB, 50}, {120 * KiB, 51}, {140 * KiB, 60}})),
              testing::IsEmpty());
}

TEST(LatencyLevels, NoPointsNoPlateaus) { EXPECT_THAT(plateaus_of({}), testing::IsEmpty()); }

CaseResult latency_case(std::int64_t bytes, double seconds) {
  CaseResult c;
  c.experiment = "latency";
  c.variant = "global";
  c.parameters = {{"bytes", bytes}};
  c.work.steps = 1000;
  c.sampling.clock_hz = 2e9;
  KernelResult result;
  result.status = Status::ok;
  result.timing = Timing{{seconds, seconds, seconds}, {seconds}};
  c.kernels[kokkos_code] = result;
  return c;
}

TEST(LatencyLevels, ACurveWithoutAPlateauHasNone) {
  EXPECT_THAT(latency_levels({latency_case(16 * KiB, 10e-6), latency_case(64 * KiB, 20e-6)}),
              testing::IsEmpty());
}

TEST(LatencyLevels, IsReadOffTheCasesOfLatencyInAnyOrder) {
  CaseResult other = latency_case(1 * KiB, 1);
  other.experiment = "stride";
  const auto found =
      latency_levels({latency_case(64 * KiB, 20e-6), other, latency_case(16 * KiB, 20.1e-6)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].variant, "global");
  EXPECT_EQ(found[0].kernel, kokkos_code);
  ASSERT_EQ(found[0].plateaus.size(), 1U);
  EXPECT_EQ(found[0].plateaus[0].from_bytes, 16 * KiB);
  EXPECT_EQ(found[0].plateaus[0].to_bytes, 64 * KiB);
  EXPECT_NEAR(found[0].plateaus[0].cycles, 40.2, 0.3);
}

TEST(LatencyLevels, LeavesOutCasesWithoutATimeOrAWorkingSet) {
  CaseResult untimed = latency_case(32 * KiB, 1);
  untimed.kernels[kokkos_code].timing.reset();
  CaseResult no_steps = latency_case(32 * KiB, 1);
  no_steps.work.steps = 0;
  CaseResult no_size = latency_case(32 * KiB, 1);
  no_size.parameters = {{"steps", 7}};
  CaseResult word = latency_case(32 * KiB, 1);
  word.parameters = {{"bytes", "many"}};
  const auto found = latency_levels({latency_case(16 * KiB, 20e-6), untimed, no_steps, no_size,
                                     word, latency_case(64 * KiB, 20e-6)});
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].plateaus.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].plateaus[0].seconds, 20e-9);
}

TEST(LatencyLevels, HasNoCyclesWhereTheClockIsUnknown) {
  std::vector<CaseResult> cases = {latency_case(16 * KiB, 20e-6), latency_case(64 * KiB, 20e-6)};
  for (CaseResult& c : cases) c.sampling.clock_hz = 0;
  EXPECT_EQ(latency_levels(cases).at(0).plateaus.at(0).cycles, 0);
}

}  // namespace
}  // namespace tilebridge
