// SPDX-License-Identifier: Apache-2.0
#include "pages/comparisons.hpp"

#include <gmock/gmock.h>

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

TEST(ShownWays, OneSourceConvergesAndTwoDoNot) {
  const ReportFile files[] = {{"a.json", stride_on("A", "cuda", 0.5)},
                              {"b.json", stride_on("B", "host", 1)}};
  const ShownWays shown = shown_ways(report_of(files, catalogue(), ""));
  EXPECT_THAT(shown.platforms, testing::ElementsAre("A, cuda", "B, host"));
  ASSERT_EQ(shown.ways.size(), 3U);
  EXPECT_EQ(shown.ways[0].name, "native code");
  EXPECT_EQ(shown.ways[0].convergence, 0);
  EXPECT_EQ(shown.ways[1].name, "plain Kokkos");
  EXPECT_EQ(shown.ways[1].convergence, 1);
  EXPECT_THAT(lines_of(ways_table(shown)),
              testing::Contains("plain Kokkos | 0.500 | 1.000 | 0.667 | 1.00"));
}

TEST(ShownWays, OnTwoGpusNativeCodeIsOneSourceToo) {
  const ReportFile files[] = {{"a.json", stride_on("A", "cuda", 0.5)},
                              {"b.json", stride_on("B", "cuda", 1)}};
  EXPECT_EQ(shown_ways(report_of(files, catalogue(), "")).ways.at(0).convergence, 1);
}

TEST(ShownWays, OfOnePlatformThereAreNone) {
  const ReportFile file = {"a.json", stride_on("A", "cuda", 0.5)};
  EXPECT_TRUE(shown_ways(report_of({&file, 1}, catalogue(), "")).ways.empty());
}

}  // namespace
}  // namespace tilebridge::pages
