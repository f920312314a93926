// SPDX-License-Identifier: Apache-2.0
#include "html/chart_data.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::html {
namespace {

Json data_of(const Results& results) {
  const pages::ReportFile file = {"r.json", results};
  return chart_data(pages::report_of({&file, 1}, catalogue(), ""));
}

TEST(ChartData, AMatchedKernelIsAModelBesideItsVariants) {
  Results results = sample_results();
  CaseResult matched = results.cases[0];
  matched.variant += "_matched";
  matched.form = "matched";
  results.cases.insert(results.cases.begin(), matched);
  const Json cases = data_of(results)["experiments"][0]["cases"];
  EXPECT_EQ(cases[0]["variant"], "padded_tile");
  EXPECT_EQ(cases[1]["variant"], "padded_tile_matched");
  EXPECT_EQ(cases[1]["matched_to"], "padded_tile");
  EXPECT_TRUE(cases[1]["models"].contains("matched"));
  EXPECT_FALSE(cases[0].contains("matched_to"));
}

TEST(ChartData, ATimingIsAValueInTheExperimentsUnit) {
  const Json experiment = data_of(sample_results())["experiments"][0];
  EXPECT_EQ(experiment["unit"], "GB/s");
  EXPECT_FALSE(experiment.contains("x"));
  const Json timing = experiment["cases"][0]["models"]["native"];
  EXPECT_EQ(timing, Json({3579.14, 3543.7, 3615.29, 4260.88, 0.0006}));
}

TEST(ChartData, ACurveHasItsParameter) {
  Results results = sample_results();
  results.cases.clear();
  for (const int rows : {1024, 4096, 16384}) {
    results.cases.push_back(sample_case("tile"));
    results.cases.back().parameters.set("rows", rows);
  }
  const Json experiment = data_of(results)["experiments"][0];
  EXPECT_EQ(experiment["x"], Json({{"name", "rows"}, {"logarithmic", true}}));
  EXPECT_EQ(experiment["cases"][1]["x"], 4096);
  EXPECT_EQ(experiment["cases"][1]["rest"], "cols=16Ki, cold");
}

}  // namespace
}  // namespace tilebridge::html
