#include "report/table.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "report/text.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::Not;

void expect_narrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 100U) << line;
}

TEST(Table, ShowsTimeRateShareRatioAndVerdict) {
  const std::string text = table(sample_results(), {});
  EXPECT_THAT(text, HasSubstr("transpose  rows=16Ki cols=16Ki  cold"));
  EXPECT_THAT(text,
              testing::ContainsRegex("padded_tile +kokkos +630.00 µs +3409 GB/s +80.0% +0.958 "
                                     "\\[0.957, 0.959\\] parity"));
  EXPECT_THAT(text, HasSubstr("measured ceilings: read 4500, write 4600, copy 4200 GB/s"));
  EXPECT_THAT(text, HasSubstr("2 comparisons: 1 parity, 1 slower"));
}

TEST(Table, ShowsWhyThereIsNoTime) {
  const std::string text = table(sample_results(), {});
  EXPECT_THAT(text, HasSubstr("kokkos  invalid: element 17 of 64 is 0.75"));
  EXPECT_THAT(text, HasSubstr("kokkos  skipped: this build's Kokkos has no CUDA"));
  EXPECT_THAT(text, HasSubstr("kokkos  no_equivalent: Kokkos has no clusters"));
}

TEST(Table, FitsIntoAHundredColumns) { expect_narrow(table(sample_results(), {})); }

TEST(Table, HostileTextNeitherMovesTheCursorNorWidensTheTable) {
  Results results = sample_results();
  results.device["name"] = "evil\033[2J" + std::string(500, 'x');
  results.device["architecture"] = 5;  // not even text
  results.cases[0].variant = std::string(300, 'v') + "\n\033]0;title\a";
  results.cases[1].models[Model::kokkos].reason = std::string(1000, 'r') + "\n";
  results.cases[2].experiment = "\r" + std::string(300, 'e');
  const std::string text = table(results, {});
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  expect_narrow(text);
}

TEST(Table, ColoursOnlyWhenAsked) {
  EXPECT_THAT(table(sample_results(), {.colour = false}), Not(HasSubstr("\033")));
  EXPECT_THAT(table(sample_results(), {.colour = true}), HasSubstr("\033[32mparity"));
}

TEST(Table, AnIdiomaticVariantShowsItsOwnModelOnly) {
  Results results = sample_results();
  results.cases.resize(1);
  results.cases[0].variant = "mdrange";
  results.cases[0].compared_with = "padded_tile";
  const std::string text = table(results, {});
  EXPECT_THAT(text, testing::ContainsRegex("mdrange +kokkos"));
  EXPECT_THAT(text, Not(testing::ContainsRegex("mdrange +native")));
}

TEST(Table, SaysWhenTheBuildIsNotRelease) {
  Results results = sample_results();
  results.builds["build_type"] = "Debug";
  EXPECT_THAT(table(results, {}), HasSubstr("built as 'Debug', not Release"));
}

}  // namespace
}  // namespace tilebridge
