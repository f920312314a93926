// SPDX-License-Identifier: Apache-2.0
#include "pages/run.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(Run, SaysWhatMeasured) {
  const Results results = sample_results();
  EXPECT_EQ(device_text(results), "NVIDIA H200 (sm_90)");
  EXPECT_EQ(device_and_driver_text(results), "NVIDIA H200 (sm_90), driver 580.1, CUDA 13.0");
  EXPECT_EQ(models_text(results), "Kokkos 4.7.01 (Cuda, Serial)");
  EXPECT_EQ(program_text(results), "tilebridge 0.1.0 (0123456789ab), 2026-11-20T10:00:00Z");
  EXPECT_EQ(command_line_text(results), "tilebridge run");
}

TEST(Run, ABuildThatIsNotReleaseIsNamed) {
  Results results = sample_results();
  EXPECT_EQ(build_warning(results), "");
  results.builds["build_type"] = "Debug";
  EXPECT_EQ(build_warning(results),
            "built as 'Debug', not Release: these are not the figures of either model");
}

TEST(Run, OneOnAHostSaysNothingAboutAGpu) {
  Results results = sample_results();
  EXPECT_EQ(host_note(results), "");
  results.cases[0].platform = "host";
  EXPECT_THAT(host_note(results), testing::HasSubstr("say nothing about a GPU"));
}

TEST(Run, AnImpossibleParityBandIsTheUsualOne) {
  Results results = sample_results();
  EXPECT_EQ(parity_band(results), 0.05);
  results.program["parity_band"] = 0.1;
  EXPECT_EQ(parity_band(results), 0.1);
  for (const Json& band : {Json(1e308), Json(-1), Json("wide")}) {
    results.program["parity_band"] = band;
    EXPECT_EQ(parity_band(results), 0.05) << band;
  }
}

TEST(Run, TheSelfCheckSaysWhatTheIntervalsHold) {
  EXPECT_THAT(self_check_lines(*sample_results().self_check),
              ElementsAre("native against itself, 2 comparisons: 1 parity, 1 slower, 0 faster, 0 "
                          "undecided",
                          StartsWith("passed: the interval holds 1 in 50.0% (nominal: 95%); 99 of "
                                     "100 ratios within ±"),
                          "interval within ±0.5% in 50.0% of those over 20 µs"));
}

TEST(Run, ASelfCheckCanFail) {
  SelfCheck check = *sample_results().self_check;
  check.comparisons.assign(20, check.comparisons[1]);
  EXPECT_THAT(self_check_lines(check)[1], StartsWith("FAILED: the interval holds 1 in 0.0%"));
}

TEST(Run, MembersOfOtherTypesBreakNothing) {
  Results results;
  results.device = {{"name", 5}};
  results.program = {{"command_line", {"a", 7, "b"}}, {"git", Json::array()}};
  EXPECT_EQ(device_text(results), " ()");
  EXPECT_EQ(models_text(results), "native code alone");
  EXPECT_EQ(command_line_text(results), "a b");
  EXPECT_EQ(program_text(results), "tilebridge  (), ");
}

}  // namespace
}  // namespace tilebridge::pages
