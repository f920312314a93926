// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/charts.hpp"
#include "pages/curves.hpp"
#include "pages/results.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A kernel in loops at sizes from n=64Ki, each four times the one before, with these ratios.
std::vector<CaseResult> sized(const std::string& variant, const std::vector<double>& ratios) {
  std::vector<CaseResult> cases;
  for (const double ratio : ratios) {
    CaseResult c = compared("stride", variant, Form::loops, ratio);
    const std::int64_t n = std::int64_t{64} << (10 + 2 * cases.size());
    c.parameters = {{"n", n}, {"stride", 2}};
    c.work = {.bytes_read = static_cast<double>(n)};
    c.comparisons.front().verdict = verdict_of(c.comparisons.front().ratio, 0.05);
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<std::string> said_of(const std::vector<CaseResult>& cases) {
  std::vector<std::string> lines;
  const Results results = run_of(cases);
  for (const Curve& curve : size_curves(results)) lines.push_back(parity_line(curve, 0.05));
  return lines;
}

TEST(Sizes, ALineSaysFromWhichSizeOnAModelIsAtParity) {
  EXPECT_THAT(
      said_of(sized("add", {0.5, 0.96, 0.6, 1.0, 1.2})),
      ElementsAre("stride/add Kokkos loops: at parity from n=4Mi on; 0.50 at n=64Ki (1.200 ms "
                  "against 600.00 µs)"));
  EXPECT_THAT(said_of(sized("add", {0.96, 1.0, 1.2})),
              ElementsAre("stride/add Kokkos loops: at parity at all sizes from n=64Ki to n=1Mi"));
  EXPECT_THAT(
      said_of(sized("add", {1.0, 1.0, 0.5})),
      ElementsAre("stride/add Kokkos loops: at parity at no size up to n=1Mi; 0.50 at n=1Mi "
                  "(1.200 ms against 600.00 µs)"));
}

TEST(Sizes, AnIntervalAcrossTheEdgeIsNotParity) {
  std::vector<CaseResult> cases = sized("add", {1.0, 1.0, 1.0});
  cases[2].comparisons.front().ratio = {0.97, 0.93, 1.01};
  EXPECT_THAT(said_of(cases), ElementsAre(HasSubstr("not known to be at parity up to n=1Mi; 0.97 "
                                                    "at n=1Mi")));
  cases[2].comparisons.front().ratio = {1.01, 0.96, 1.07};  // not slower, whichever it is
  EXPECT_THAT(said_of(cases), ElementsAre(HasSubstr("at parity at all sizes")));
}

TEST(Sizes, ASizeChangesTheWorkAndHasThreeValues) {
  EXPECT_THAT(said_of(sized("add", {1.0, 1.0})), IsEmpty());
  std::vector<CaseResult> cases = sized("add", {1.0, 1.0, 1.0});
  for (CaseResult& c : cases) c.work = cases.front().work;
  EXPECT_THAT(said_of(cases), IsEmpty());
}

TEST(Sizes, WhatElseDiffersIsInTheName) {
  std::vector<CaseResult> cases = sized("add", {1.0, 1.0, 1.0});
  for (CaseResult c : sized("add", {0.5, 0.5, 0.5})) {
    c.parameters.set("stride", 4);
    cases.push_back(std::move(c));
  }
  EXPECT_THAT(said_of(cases),
              ElementsAre(HasSubstr("stride/add Kokkos loops, stride=2, cold: at parity at all"),
                          HasSubstr("stride/add Kokkos loops, stride=4, cold: at parity at no")));
}

TEST(Sizes, ThePairOfAUserHasNoVariant) {
  std::vector<CaseResult> cases = sized("kernel", {1.0, 1.0, 1.0});
  for (CaseResult& c : cases) c.experiment = "heat_flux";
  EXPECT_THAT(said_of(cases), ElementsAre(testing::StartsWith("heat_flux Kokkos: at parity")));
}

TEST(Sizes, TheTableHasTimeAndRatioOfEachSize) {
  const Results results = run_of(sized("add", {0.5, 1.0, 1.2}));
  const Table table = sizes_table(results);
  EXPECT_EQ(heads_of(table).at(1), "reference");
  EXPECT_THAT(lines_of(table),
              ElementsAre("n=64Ki | 600.00 µs | 1.200 ms | 0.500 | 0.500 … 0.500 | slower",
                          "n=256Ki | 600.00 µs | 600.00 µs | 1.000 | 1.000 … 1.000 | parity",
                          "n=1Mi | 600.00 µs | 500.00 µs | 1.200 | 1.200 … 1.200 | faster"));
  EXPECT_THAT(write::as_text(results_page(results, catalogue())),
              HasSubstr("stride/add Kokkos loops: at parity from n=256Ki on"));
}

TEST(Sizes, TheSummaryHasTheLinesOfAStudyOfSizes) {
  std::vector<CaseResult> cases = sized("add", {0.5, 1.0, 1.2});
  const auto summary = [&] { return write::as_text(summary_page(run_of(cases), catalogue())); };
  EXPECT_THAT(summary(), HasSubstr("at parity from n=256Ki on"));
  for (int i = 0; i < 4; ++i)
    cases.push_back(compared("transpose", "tile" + std::to_string(i), Form::loops, 1));
  EXPECT_THAT(summary(), Not(HasSubstr("at parity from")));
}

TEST(Sizes, AStudyHasAChartOfTheRatioWithTheBandOfParity) {
  const ReportFile file = {"r.json", run_of(sized("add", {0.5, 1.0, 1.2}))};
  const Report report = report_of({&file, 1}, catalogue(), "");
  const std::vector<Plot> plots = curves(report, report.experiments.front());
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[1].title, "stride: ratio (1 is parity) against n");
  ASSERT_EQ(plots[1].series.size(), 1U);
  EXPECT_EQ(plots[1].series.front().points.front().y, 0.5);
  EXPECT_THAT(plot_svg(plots[1]), HasSubstr("<rect class=\"band\" x=\"70.0\""));
}

}  // namespace
}  // namespace tilebridge::pages
