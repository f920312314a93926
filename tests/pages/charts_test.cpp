// SPDX-License-Identifier: Apache-2.0
#include "pages/charts.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tests/results/sample_results.hpp"
#include "tests/results/stepped_results.hpp"
#include "tests/write/count.hpp"

namespace tilebridge::pages {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The first of the sample's cases, `count` times with growing rows and falling performance.
Results grown_results(int count) {
  Results results = sample_results();
  const CaseResult first = results.cases.front();
  results.cases.clear();
  for (int i = 0; i < count; ++i) {
    CaseResult c = first;
    c.parameters.set("rows", std::int64_t{1024} << i);
    results.cases.push_back(c);
  }
  return results;
}

TEST(Charts, CurveFollowsTheVariedParameterOnALogarithmicAxis) {
  const ReportFile file = {"r.json", grown_results(4)};
  const Report report = report_of({&file, 1}, catalogue(), "");
  const auto plots = curves(report, report.experiments.front());
  ASSERT_EQ(plots.size(), 1U);
  EXPECT_EQ(plots.front().x.title, "rows");
  EXPECT_TRUE(plots.front().x.is_logarithmic);
  ASSERT_EQ(plots.front().series.size(), 2U);
  EXPECT_EQ(plots.front().series.front().name, "padded_tile CUDA indices");
  EXPECT_EQ(plots.front().series.front().points.size(), 4U);
  EXPECT_EQ(plots.front().series.front().style, "native");
  EXPECT_EQ(plots.front().series.back().style, "kokkos");
}

TEST(Charts, WithoutAVariedParameterThereIsNoCurve) {
  const ReportFile file = {"r.json", grown_results(1)};
  const Report report = report_of({&file, 1}, catalogue(), "");
  EXPECT_TRUE(curves(report, report.experiments.front()).empty());
}

TEST(Charts, AblationHasARowForEachStepWithWhatItGains) {
  const std::string svg =
      plot_svg(ablation_chart(shown_ablations(stepped_results(), catalogue()).front()));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"transpose/padded_tile: 0.50 to 0.75 of native"));
  EXPECT_THAT(svg, HasSubstr(">0.75 (×1.50)</text>"));
}

TEST(Charts, NumbersThatNoAxisCanShowAreLeftOut) {
  Results results = grown_results(6);
  const double worst[] = {0,
                          -1,
                          1e308,
                          1e-320,
                          std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::quiet_NaN()};
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    CaseResult& c = results.cases[i];
    for (auto& [kernel, result] : c.kernels) result.timing = timing(worst[i]);
    c.comparisons.front().ratio = {worst[i], worst[i], worst[i]};
    c.work = {worst[i], worst[i], worst[i]};
  }
  const ReportFile file = {"r.json", results};
  const Report report = report_of({&file, 1}, catalogue(), "");
  EXPECT_THAT(report.kernels.front(), testing::IsEmpty());
  for (const Plot& plot : curves(report, report.experiments.front())) {
    EXPECT_THAT(plot_svg(plot), Not(HasSubstr("nan")));
    EXPECT_THAT(plot_svg(plot), Not(HasSubstr("inf")));
  }
}

Plot two_rows() {
  return {.title = "a<b",
          .x = {.title = "ratio", .is_logarithmic = true, .least = {0.5, 2}},
          .rows = {"<first>", "second"},
          .series = {{.name = "slow",
                      .style = "kokkos",
                      .points = {{.x = 0.1, .y = 0, .low = 0.05, .high = 0.2, .title = "x<y"},
                                 {.x = 1, .y = 1}}}}};
}

TEST(PlotSvg, DrawsRowsMarksAndIntervals) {
  const std::string svg = plot_svg(two_rows());
  EXPECT_THAT(svg, HasSubstr("&lt;first&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>x&lt;y</title>"));
  EXPECT_EQ(count(svg, "class=\"interval\""), 1U);
  EXPECT_LT(svg.find("first"), svg.find("second"));
}

TEST(PlotSvg, LogarithmicAxisHasTicksOfEachDecade) {
  const std::string svg = plot_svg(two_rows());
  for (const char* tick : {">0.1<", ">0.2<", ">0.5<", ">1<", ">2<"})
    EXPECT_THAT(svg, HasSubstr(tick));
  EXPECT_THAT(svg, Not(HasSubstr(">0.3<")));
}

TEST(PlotSvg, BinaryAxisIsLabelledInPowersOfTwo) {
  const Plot plot = {.title = "t",
                     .x = {"n", true, true},
                     .y = {.title = "GB/s"},
                     .series = {{.name = "a", .is_line = true, .points = {{1024, 1}, {65536, 2}}}},
                     .band = {0.95, 1.05}};
  EXPECT_THAT(plot_svg(plot), HasSubstr(">4Ki<"));
  EXPECT_THAT(plot_svg(plot), HasSubstr("class=\"line\""));
  EXPECT_THAT(plot_svg(plot), HasSubstr("<rect class=\"band\""));
}

TEST(PlotSvg, OnePointAloneIsDrawn) {
  const Plot plot = {.title = "t", .series = {{.name = "a", .points = {{3, 3}}}}};
  EXPECT_THAT(plot_svg(plot), Not(HasSubstr("nan")));
}

TEST(PlotSvg, EmptyPlotIsNoPicture) { EXPECT_EQ(plot_svg({}), ""); }

}  // namespace
}  // namespace tilebridge::pages
