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
