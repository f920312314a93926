// SPDX-License-Identifier: Apache-2.0
#include "pages/comparisons.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

TEST(Comparisons, HaveARowThatLeadsToItsExperiment) {
  const ReportFile file = {"r.json", sample_results()};
  const Table table = comparisons_table(report_of({&file, 1}, catalogue(), ""));
  EXPECT_THAT(lines_of(table),
              ElementsAre("transpose | padded_tile | ranges | rows=16Ki cols=16Ki, cold | kokkos "
                          "| 0.958 | 0.957 … 0.959 | parity"));
  EXPECT_EQ(table.groups[0].rows[0].link, "transpose");
}

TEST(Comparisons, OfSeveralFilesNameTheFile) {
  const ReportFile files[] = {{"a.json", sample_results()}, {"b.json", sample_results()}};
  const Table table = comparisons_table(report_of(files, catalogue(), ""));
  EXPECT_EQ(heads_of(table)[1], "file");
  EXPECT_THAT(lines_of(table), ElementsAre(testing::StartsWith("transpose | A | padded_tile"),
                                           testing::StartsWith("transpose | B | padded_tile")));
}

TEST(Comparisons, ThatNoRunWritesAreLeftOut) {
  const Results results = run_of({compared("transpose", "a", Form::ranges, 0),
                                  compared("transpose", "b", Form::ranges, INFINITY),
                                  compared("transpose", "c", Form::ranges, 1e-7)});
  const ReportFile file = {"r.json", results};
  const Report report = report_of({&file, 1}, catalogue(), "");
  EXPECT_TRUE(comparisons_table(report).empty());
}

TEST(Comparisons, BeyondTheMostAreCounted) {
  Results results = sample_results();
  results.cases.clear();
  for (const Experiment& experiment : catalogue())
    for (int i = 0; i < 200; ++i)
      results.cases.push_back(compared(experiment.name, "tile", Form::ranges, 1));
  const ReportFile file = {"r.json", results};
  const Table table = comparisons_table(report_of({&file, 1}, catalogue(), ""));
  EXPECT_EQ(table.size(), 5000U);
  EXPECT_EQ(table.left_out, results.cases.size() - 5000U);
}

TEST(Portability, IsTheHarmonicMeanOverPlatforms) {
  Results other = run_of({compared("transpose", "padded_tile", Form::ranges, 0.5)});
  other.device["name"] = "Another GPU";
  const ReportFile files[] = {
      {"a.json", run_of({compared("transpose", "padded_tile", Form::ranges, 1),
                         compared("transpose", "tile", Form::ranges, 0.8)})},
      {"b.json", other}};
  const Table table = portability_table(report_of(files, catalogue(), ""));
  EXPECT_THAT(heads_of(table),
              ElementsAre("variant", "NVIDIA H200, cuda", "Another GPU, cuda", "metric"));
  EXPECT_THAT(lines_of(table), ElementsAre("transpose/padded_tile | 1.000 | 0.500 | 0.667",
                                           "transpose/tile | 0.800 | not run | not run"));
  EXPECT_TRUE(portability_table(report_of({files, 1}, catalogue(), "")).empty());
}

}  // namespace
}  // namespace tilebridge::pages
