// SPDX-License-Identifier: Apache-2.0
#include "pages/comparisons.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Comparisons, HaveARowWithWhatToFilterBy) {
  const ReportFile file = {"r.json", sample_results()};
  const Table table = comparisons_table(report_of({&file, 1}, catalogue(), ""));
  EXPECT_THAT(lines_of(table),
              ElementsAre("transpose | padded_tile | textbook | rows=16Ki cols=16Ki, cold | kokkos "
                          "| 0.958 | 0.957 … 0.959 | parity"));
  const Table::Row& row = table.groups[0].rows[0];
  EXPECT_THAT(row.facts, ElementsAre(Pair("family", "tiling"), Pair("level", "textbook"),
                                     Pair("verdict", "parity")));
  EXPECT_EQ(row.link, "transpose");
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
  EXPECT_TRUE(forest_rows(report).empty());
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

TEST(Forest, RowsGoFromTheSlowestToTheFastest) {
  const ReportFile file = {"r.json", run_of({compared("stride", "copy", Form::ranges, 2),
                                             compared("transpose", "tile", Form::ranges, 0.1),
                                             compared("transpose", "tile32", Form::tuned, 0.9)})};
  const Report report = report_of({&file, 1}, catalogue(), "");
  const std::vector<ForestRow> rows = forest_rows(report);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].name, "transpose");
  EXPECT_EQ(rows[0].comparisons.size(), 2U);
  EXPECT_NEAR(rows[0].mean, 0.3, 1e-12);
  EXPECT_EQ(rows[1].name, "stride");
}

TEST(Forest, ManyRowsAreCut) {
  std::vector<CaseResult> cases;
  for (const Experiment& experiment : catalogue())
    cases.push_back(compared(experiment.name, "tile", Form::ranges, 1));
  for (int i = 0; i < 50; ++i)
    cases.push_back(compared("e" + std::to_string(i), "tile", Form::ranges, 1));
  const ReportFile file = {"r.json", run_of(cases)};
  EXPECT_EQ(forest_rows(report_of({&file, 1}, catalogue(), "")).size(), 60U);
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
