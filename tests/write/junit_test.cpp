// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;

TEST(ExportJunit, InvalidFailsAndNoResultIsSkipped) {
  const std::string xml = to_junit(sample_results());
  EXPECT_THAT(xml, HasSubstr(" timestamp=\"2026-11-20T10:00:00Z\" hostname=\""));
  EXPECT_THAT(xml, HasSubstr("tests=\"8\" failures=\"1\" errors=\"0\" skipped=\"2\""));
  EXPECT_THAT(xml, HasSubstr("name=\"transpose/padded_tile  rows=16Ki cols=16Ki  cold kokkos\" "
                             "time=\"0.000630000\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"tilebridge\" message=\"invalid: off by "));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no_equivalent: Kokkos has no clusters\"/>"));
  EXPECT_THAT(xml, HasSubstr("<property name=\"device\" value=\"NVIDIA H200 (sm_90)\"/>"));
}

TEST(ExportJunit, TheFactorsStandWithTheLibrarysCode) {
  Results results = sample_results();
  CaseResult& c = results.cases.front();
  c.kernels[control] = c.kernels.at(native_code);
  c.comparisons = {{kokkos_code, native_code, {0.48, 0.47, 0.49}, Verdict::slower},
                   {control, native_code, {0.6, 0.59, 0.61}, Verdict::slower},
                   {kokkos_code, control, {0.8, 0.79, 0.81}, Verdict::slower}};
  EXPECT_THAT(to_junit(results),
              HasSubstr("<system-out>0.480 [0.470, 0.490] of native code = 0.600 [0.590, 0.610] "
                        "loop style x 0.800 [0.790, 0.810] library</system-out>"));
  c.kernels[control_in_usual_block] = c.kernels.at(native_code);
  c.comparisons.push_back(
      {control_in_usual_block, native_code, {0.75, 0.74, 0.76}, Verdict::slower});
  c.comparisons.push_back({control, control_in_usual_block, {0.8, 0.79, 0.81}, Verdict::slower});
  EXPECT_THAT(to_junit(results),
              HasSubstr(" = 0.750 [0.740, 0.760] loop style x 0.800 [0.790, 0.810] launch x 0.800 "
                        "[0.790, 0.810] library</system-out>"));
}

TEST(ExportJunit, HostileTextStaysText) {
  EXPECT_THAT(to_junit(hostile_run()), testing::Not(HasSubstr("<script>")));
}

}  // namespace
}  // namespace tilebridge::write
