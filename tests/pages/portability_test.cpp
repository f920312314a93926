// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/comparisons.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

/// stride/copy, which runs on a host too.
Results stride_on(const std::string& device, const std::string& platform, double ratio) {
  Results results = run_of({compared("stride", "copy", Form::ranges, ratio)});
  results.device["name"] = device;
  for (CaseResult& c : results.cases) c.platform = platform;
  return results;
}

TEST(WaysTable, OneSourceConvergesAndTwoDoNot) {
  const ReportFile files[] = {{"a.json", stride_on("A", "cuda", 0.5)},
                              {"b.json", stride_on("B", "host", 1)}};
  const Table table = ways_table(report_of(files, catalogue(), ""));
  EXPECT_THAT(heads_of(table), testing::IsSupersetOf({"A, cuda", "B, host"}));
  EXPECT_EQ(table.size(), 3U);
  EXPECT_THAT(lines_of(table)[0], testing::MatchesRegex("native code \\| .* \\| 0.00"));
  EXPECT_THAT(lines_of(table)[1], "Kokkos in ranges | 0.500 | 1.000 | 0.667 | 1.00");
}

TEST(WaysTable, OnTwoGpusNativeCodeIsOneSourceToo) {
  const ReportFile files[] = {{"a.json", stride_on("A", "cuda", 0.5)},
                              {"b.json", stride_on("B", "cuda", 1)}};
  EXPECT_THAT(lines_of(ways_table(report_of(files, catalogue(), ""))).at(0),
              testing::EndsWith("| 1.00"));
}

TEST(WaysTable, OfOnePlatformIsEmpty) {
  const ReportFile file = {"a.json", stride_on("A", "cuda", 0.5)};
  EXPECT_TRUE(ways_table(report_of({&file, 1}, catalogue(), "")).empty());
}

}  // namespace
}  // namespace tilebridge::pages
