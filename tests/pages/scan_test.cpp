// SPDX-License-Identifier: Apache-2.0
#include "pages/scan.hpp"

#include <gmock/gmock.h>

#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

IdiomCost idiom(const std::string& key, double cost) {
  IdiomCost idiom;
  idiom.key = key;
  idiom.cost = {cost, cost, cost};
  return idiom;
}

CostList costs() {
  CostList list;
  list.idioms = {idiom("cheap", 1.04), idiom("dear", 2)};
  return list;
}

sources::Finding finding(const std::string& idiom, std::size_t line, const std::string& kernel,
                         bool is_labelled) {
  return {idiom, line, "code", kernel, is_labelled};
}

std::vector<std::size_t> lines_in(const ScanReport& report, const std::string& kernel) {
  std::vector<std::size_t> lines;
  for (const Place& place : report.places_in(kernel)) lines.push_back(place.line);
  return lines;
}

TEST(ScanReport, LeavesOutWhatCostsLittleAndWhatIsNotInTheList) {
  const ScanReport report =
      scan_report({{"a.cpp",
                    {{finding("cheap", 1, "", false), finding("dear", 2, "", false),
                      finding("other", 3, "", false)},
                     {}}}},
                  costs());
  ASSERT_EQ(report.places.size(), 1U);
  EXPECT_EQ(report.places[0].line, 2U);
  EXPECT_EQ(report.places[0].cost(), 2);
}

TEST(ScanReport, AFindingKnowsItsPlaceBetterThanTheList) {
  sources::Finding known = finding("dear", 1, "", false);
  known.advice.instead = "that";
  sources::Finding unmeasured = finding("other", 2, "", false);
  unmeasured.advice = {"this", "often", "that", "always"};
  const ScanReport report = scan_report({{"a.cpp", {{known, unmeasured}, {}}}}, costs());
  ASSERT_EQ(report.places.size(), 2U);
  EXPECT_EQ(report.places[0].idiom.instead, "that");
  EXPECT_EQ(report.places[0].cost(), 2);
  EXPECT_EQ(report.places[1].idiom.matters, "often");
  EXPECT_EQ(report.places[1].cost(), 0);
}

/// Three kernels with ranges over teams, which became 1.5 times as fast by index.
MeasuredGains gains() {
  std::vector<judge::Witness> witnesses;
  for (const char* experiment : {"matmul", "smooth", "transpose"})
    witnesses.push_back({experiment,
                         "tile",
                         {Pattern::tile},
                         judge::way_after(sources::Step::by_index, Model::kokkos),
                         1.5});
  return {judge::Forecaster(std::move(witnesses)), {{"kokkos", "GPU, Kokkos 4"}}};
}

TEST(ScanPage, SaysWhatTheRemedyGainsInKernelsOfThatPattern) {
  sources::Finding in_tile = finding("dear", 1, "f", true);
  in_tile.remedy = {
      .step = sources::Step::by_index, .pattern = sources::CudaPattern::tile, .model = "kokkos"};
  sources::Finding in_sum = in_tile, if_last = in_tile;
  in_sum.line = 2;
  in_sum.remedy.pattern = sources::CudaPattern::block_sum;
  if_last.line = 3;
  if_last.remedy.holds_if = "that holds";
  const MeasuredGains measured = gains();
  const ScanReport report =
      scan_report({{"a.cpp", {{in_tile, in_sum, if_last}, {}}}}, costs(), &measured);
  const std::string gain =
      "1.5× [1.5, 1.5] by index, in tiles (3 kernels, like matmul/tile; GPU, Kokkos 4)";
  EXPECT_EQ(text_of(*report.places[0].gain), gain);
  EXPECT_EQ(text_of(*report.places[2].gain), gain + ", if that holds");
  EXPECT_THAT(write::as_text(scan_page(report)), testing::HasSubstr("\ngains: " + gain + "\n"));
  EXPECT_THAT(line_of(report.places[0]), testing::HasSubstr("; gains: " + gain));
  EXPECT_FALSE(report.places[1].gain) << "no sum was measured";
  EXPECT_THAT(line_of(report.places[1]), testing::Not(testing::HasSubstr("gains")));
}

TEST(GainsTestPage, ForecastsEachExperimentFromTheOthers) {
  MeasuredGains measured = gains();
  EXPECT_THAT(write::as_text(gains_test_page(measured)), testing::HasSubstr("Nothing to test"));
  std::vector<judge::Witness> witnesses = measured.forecaster.witnesses();
  witnesses.push_back(witnesses.front());
  witnesses.back().experiment = "conv2d";
  measured.forecaster = judge::Forecaster(std::move(witnesses));
  EXPECT_THAT(write::as_text(gains_test_page(measured)),
              testing::ContainsRegex("Kokkos: by index +all +4 +100% +0% +0%"));
}

TEST(ScanPage, SaysTheSameOfSeveralPlacesOnce) {
  sources::Finding first = finding("dear", 1, "f", true);
  first.advice = {"this", "often", "that", "a GPU"};
  sources::Finding second = first, question = first;
  second.line = 20;
  question.line = 3;
  question.is_question = true;
  const ScanReport report =
      scan_report({{"folder/a.cpp", {{first, second, question}, {}}}}, costs());
  const std::string text = write::as_text(scan_page(report));
  const std::string group =
      "dear costs up to 2.0×\nwrite: that (holds if: a GPU)\nmatters: often\n";
  EXPECT_THAT(text, testing::StartsWith(group + "  folder/a.cpp:1: in f\n"
                                                "  folder/a.cpp:20: in f\n"));
  EXPECT_THAT(text, testing::HasSubstr("\nQuestions: whether these matter, the text does not say"));
  EXPECT_THAT(text, testing::HasSubstr(group + "  folder/a.cpp:3: in f\n"));
  EXPECT_EQ(
      line_of(report.places.at(1)),
      "folder/a.cpp:20: dear in f costs up to 2.0×; write: that (holds if: a GPU); matters: often");
}

TEST(ScanReport, HasNoPlacesInFilesWithoutKokkos) {
  sources::Scan without = {{finding("dear", 1, "", false)}, {}};
  without.has_kokkos = false;
  const ScanReport report =
      scan_report({{"a.cpp", without}, {"b.cpp", {{finding("dear", 2, "", false)}, {}}}}, costs());
  ASSERT_EQ(report.places.size(), 1U);
  EXPECT_EQ(report.places[0].path, "b.cpp");
}

TEST(ScanReport, ALabelIsTheWholeNameAClassAPartOfIt) {
  const ScanReport report = scan_report(
      {{"a.cpp",
        {{finding("dear", 1, "sum", true), finding("dear", 2, "Sum", false)}, {{"total", "Sum"}}}}},
      costs());
  EXPECT_THAT(lines_in(report, "sum"), ElementsAre(1));
  EXPECT_THAT(lines_in(report, "sum of all"), ElementsAre());
  EXPECT_THAT(lines_in(report, "N3app3SumE"), ElementsAre(2));
  EXPECT_THAT(lines_in(report, "total"), ElementsAre(2));
}

}  // namespace
}  // namespace tilebridge::pages
