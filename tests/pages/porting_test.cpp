// SPDX-License-Identifier: Apache-2.0
#include "pages/porting.hpp"

#include <gmock/gmock.h>

#include "tests/pages/compared_cases.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

CaseResult float_case(CaseResult c) {
  c.parameters.set("real", std::string("float"));
  c.cache = name_of(Cache::cold);
  return c;
}

Results measured() {
  return run_of({float_case(attributed("transpose", "padded_tile", 0.6, 0.9)),
                 float_case(attributed("matmul", "tile16", 0.8, 0.5))});
}

std::string speeds(const Results& results, std::string_view real = "float",
                   Canvas canvas = Canvas::wide) {
  const judge::Cells cells(results);
  return speed_svg({&cells, 1}, catalogue(), real, canvas);
}

std::string causes(const Results& results) {
  const judge::Cells cells(results);
  return causes_svg({&cells, 1}, catalogue(), "float");
}

std::string text(const Results& results) {
  return write::as_text(porting_page(results, catalogue()));
}

TEST(Porting, TheFirstSentenceIsTheAnswer) {
  const std::string page = text(measured());
  EXPECT_THAT(page, HasSubstr("Kokkos, float, 2 kernels: loops 0.40 to 0.54"));
  EXPECT_LT(page.find("2 kernels"), page.find("matrix product"));
}

TEST(Porting, ARowHasItsReasonTheLargestFactorFirst) {
  const std::string page = text(measured());
  EXPECT_THAT(page, HasSubstr("loop style and launch 0.60, library 0.90"));
  EXPECT_THAT(page, HasSubstr("library 0.50, loop style and launch 0.80"));
}

TEST(Porting, AMeasuredLaunchIsAFactorOfItsOwn) {
  CaseResult c = with_launch(attributed("transpose", "padded_tile", 0.6, 0.9), 0.75, 0.8);
  EXPECT_THAT(text(run_of({float_case(c)})),
              HasSubstr("loop style 0.75, launch 0.80, library 0.90"));
}

TEST(Porting, SaysWhatAModelHasNoEquivalentOf) {
  const std::string page = text(measured());
  const std::size_t missing = page.find("does and Kokkos cannot:");
  ASSERT_NE(missing, std::string::npos);
  EXPECT_THAT(page.substr(missing), HasSubstr("asynchronous copy"));
  EXPECT_THAT(page.substr(missing), HasSubstr("transpose/tma"));
  EXPECT_THAT(page.substr(missing), Not(HasSubstr("padded_tile")));
}

TEST(Porting, SaysOfEachModelWhatItDoesNotHave) {
  EXPECT_THAT(text(measured()),
              HasSubstr("Kokkos has of its own no cache hint, texture, cluster, "));
}

TEST(Porting, AFileWithoutSuchKernelsSaysWhatMeasuresThem) {
  const Results none = run_of({float_case(attributed("transpose", "tile", 1, 1))});
  EXPECT_THAT(text(none), HasSubstr("tilebridge run tiling coalescing"));
  EXPECT_THAT(speeds(none), IsEmpty());
  EXPECT_THAT(causes(none), IsEmpty());
}

TEST(PortingPicture, SaysWhatItIsOf) {
  const std::string svg = speeds(measured());
  for (const char* part : {"<svg xmlns=", ">transpose</text>", ">matrix product</text>",
                           "Kokkos loops: 0.54 [0.54, 0.54]", "</svg>"})
    EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_THAT(svg, HasSubstr("float"));
  EXPECT_THAT(speeds(measured(), "double"), IsEmpty());
}

TEST(PortingPicture, OfANarrowScreenHasNamesAboveTheirLanes) {
  const std::string wide = speeds(measured());
  const std::string narrow = speeds(measured(), "float", Canvas::narrow);
  EXPECT_THAT(wide, HasSubstr("viewBox=\"0 0 700 "));
  EXPECT_THAT(wide, HasSubstr("text-anchor=\"end\">transpose</text>"));
  EXPECT_THAT(narrow, HasSubstr("viewBox=\"0 0 360 "));
  EXPECT_THAT(narrow, HasSubstr("<text x=\"8.0\" y="));
  EXPECT_THAT(narrow, Not(HasSubstr("text-anchor=\"end\"")));
}

TEST(PortingPicture, OfAPageIsAsWideAsThat) {
  const Figure figure = speed_figure(measured(), catalogue(), "float");
  EXPECT_EQ(figure.title, "Speed relative to CUDA, kernel by kernel");
  EXPECT_THAT(figure.svg, HasSubstr("class=\"tb\" width=\"100%\""));
  EXPECT_THAT(figure.svg, Not(HasSubstr("viewBox")));
  EXPECT_THAT(figure.svg, Not(HasSubstr(figure.title + "<")));
  EXPECT_THAT(speed_figure(measured(), catalogue(), "double").svg, IsEmpty());
}

TEST(PortingPicture, AnIntervalWiderThanItsMarkIsAWhisker) {
  const auto lines = [](const CaseResult& c) {
    const std::string svg = speeds(run_of({c}));
    const std::string lane = svg.substr(svg.find("<g class=\"kokkos\">"));
    const std::string own = lane.substr(0, lane.find("</g>"));
    std::size_t count = 0;
    for (std::size_t at = own.find("<line"); at != std::string::npos;
         at = own.find("<line", at + 1))
      ++count;
    return count;
  };
  CaseResult c = float_case(attributed("transpose", "padded_tile", 0.6, 0.9));
  EXPECT_EQ(lines(c), 0U);
  for (ComparisonResult& comparison : c.comparisons)
    comparison.ratio = {comparison.ratio.median, comparison.ratio.median - 0.05,
                        comparison.ratio.median + 0.05};
  EXPECT_EQ(lines(c), 3U);  // from end to end, and the ends
  EXPECT_THAT(speeds(run_of({c})), HasSubstr(">95% interval"));
}

TEST(PortingPicture, OfCausesHasAPartForEachFactor) {
  const std::string svg = causes(measured());
  EXPECT_THAT(svg, HasSubstr("loop style and launch"));
  EXPECT_THAT(svg, HasSubstr("class=\"in-library\""));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(PortingPicture, ItsAxisHoldsEveryRatio) {
  const Results fast = run_of({float_case(attributed("transpose", "padded_tile", 1, 3.2))});
  EXPECT_THAT(speeds(fast), HasSubstr(">3</text>"));
  EXPECT_THAT(causes(fast), HasSubstr(">3</text>"));
}

TEST(PortingPicture, OfAHostThereIsNone) {
  Results host = measured();
  for (CaseResult& c : host.cases) c.platform = name_of(Platform::host);
  EXPECT_THAT(speeds(host), IsEmpty());
  EXPECT_THAT(text(host), HasSubstr("a run on a GPU"));
}

TEST(PortingPicture, WhatAFileCallsThingsIsEscaped) {
  Results results = measured();
  results.device["name"] = "<b>&\"GPU\"";
  EXPECT_THAT(speeds(results), Not(HasSubstr("<b>")));
}

TEST(PortingPicture, OfAnAmdGpuIsRelativeToHip) {
  Results results = measured();
  results.device["runtime"] = "HIP 7.0";
  for (CaseResult& c : results.cases) c.platform = name_of(Platform::hip);
  for (const std::string& shown : {text(results), speeds(results), causes(results)}) {
    EXPECT_THAT(shown, HasSubstr("usual HIP kernel"));
    EXPECT_THAT(shown, Not(HasSubstr("CUDA")));
  }
}

TEST(PortingPicture, OfAnExperimentItsNamesLeadToTheirCode) {
  const Results results = measured();
  const judge::Cells cells(results);
  const std::string svg = kernels_svg(results, judge::all_kernels(cells), "transpose");
  EXPECT_THAT(svg, HasSubstr("<a href=\"#transpose?variant=padded_tile\"><text"));
  EXPECT_THAT(svg, HasSubstr("CUDA loops: 0.60 [0.60, 0.60]"));
  EXPECT_EQ(kernels_svg(results, {}, "transpose"), "");
}

TEST(PortingPicture, OfSeveralMachinesEachIsAPlotOfItsOwn) {
  const Results first = measured();
  Results second = run_of({float_case(attributed("transpose", "padded_tile", 0.5, 0.5))});
  second.device["name"] = "Another GPU";
  const std::vector<judge::Cells> files(std::initializer_list<judge::Cells>{first, second});
  const std::string svg = speed_svg(files, catalogue(), "float");
  const std::size_t other = svg.find(">Another GPU");
  ASSERT_NE(other, std::string::npos);
  EXPECT_LT(svg.find("Kokkos loops: 0.54"), other);
  EXPECT_GT(svg.find("Kokkos loops: 0.25"), other);
  EXPECT_EQ(svg.find(">from loops to best<"), svg.rfind(">from loops to best<"));
  EXPECT_GT(causes_svg(files, catalogue(), "float").rfind("class=\"end\""), other);
}

/// A host's caches are not emptied.
TEST(PortingPicture, AHostIsBesideAGpuAlone) {
  const Results gpu = measured();
  CaseResult hot = float_case(attributed("transpose", "padded_tile", 0.5, 0.5));
  hot.platform = name_of(Platform::host);
  hot.cache = name_of(Cache::hot);
  Results host = run_of({hot});
  host.device["name"] = "A processor";
  const std::vector<judge::Cells> files(std::initializer_list<judge::Cells>{host, gpu});
  const std::string svg = speed_svg(files, catalogue(), "float");
  EXPECT_THAT(svg, testing::HasSubstr(">Speed relative to CUDA, kernel by kernel<"));
  EXPECT_LT(svg.find(">A processor (sm_90), float, 20"), svg.find("Kokkos loops: 0.25"));
  EXPECT_THAT(svg, testing::HasSubstr(">On a host, relative to C++ with OpenMP there.<"));
  EXPECT_EQ(speed_svg(std::span(files).first(1), catalogue(), "float"), "");
}

}  // namespace
}  // namespace tilebridge::pages
