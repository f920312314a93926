// SPDX-License-Identifier: Apache-2.0
#include "pages/measured.hpp"

#include <gmock/gmock.h>

#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string lines_of_code(const std::string& variant, const ModelForm& kernel) {
  return code_lines(sample_case(variant), kernel, catalogue());
}

std::string native_row(const std::string& variant) {
  return variant + " | CUDA | indices | " + lines_of_code(variant, native_code) +
         " | 600.00 µs | 3579 GB/s | 84.0%";
}

std::string plain_row(const std::string& variant, const std::string& rest) {
  return variant + " | Kokkos | loops | " + lines_of_code(variant, kokkos_code) + " | " + rest;
}

TEST(Measured, ARowHasTimeRateShareAndComparisonOrAReason) {
  const Table table = measured_table(sample_results(), catalogue());
  EXPECT_THAT(heads_of(table),
              ElementsAre("variant", "model", "form", "lines of code", "time", "rate", "of ceiling",
                          "ratio", "95% interval of the ratio", "verdict"));
  EXPECT_THAT(titles_of(table), ElementsAre("transpose  rows=16Ki cols=16Ki  cold"));
  EXPECT_THAT(lines_of(table),
              ElementsAre(native_row("padded_tile"),
                          plain_row("padded_tile",
                                    "630.00 µs | 3409 GB/s | 80.0% | 0.958 "
                                    "| 0.957 … 0.959 | parity, −4.2%"),
                          native_row("tile"),
                          StartsWith(plain_row("tile", "invalid: off by 0.5, 1e-06 allowed: ")),
                          native_row("swizzled_tile"),
                          plain_row("swizzled_tile", "skipped: this build's Kokkos has no CUDA"),
                          native_row("cluster_tile"),
                          plain_row("cluster_tile", "no_equivalent: Kokkos has no clusters")));
}

TEST(Measured, AnotherKokkosHasARowBehindThatOfTheOwn) {
  const Table table = measured_table(results_with_second_build(), catalogue());
  EXPECT_THAT(heads_of(table), testing::IsSupersetOf({"÷ own Kokkos", "verdict"}));
  const auto lines = lines_of(table);
  EXPECT_THAT(lines[1], testing::HasSubstr("padded_tile | Kokkos | loops | "));
  EXPECT_THAT(lines[2], StartsWith("padded_tile | Kokkos 5.0.2 | loops | "));
  EXPECT_THAT(lines[2],
              testing::EndsWith("| 500.00 µs | 4295 GB/s | 90.0% | 1.200 | 1.190 … 1.210 | 1.260 | "
                                "1.250 … 1.270 | faster"));
  EXPECT_THAT(lines[5], StartsWith("tile | Kokkos 5.0.2 | loops | "));
  EXPECT_THAT(lines[5], HasSubstr("invalid: wrong"));
}

TEST(Measured, TheLibraryIsARangeWhereTheSpellingOfItsControlMatters) {
  const auto row_of_kokkos = [](double respelled) {
    const CaseResult c = with_respelled(attributed("transpose", "tile", 0.6, 0.9), respelled);
    return lines_of(measured_table(run_of({c}), catalogue())).at(1);
  };
  EXPECT_THAT(row_of_kokkos(0.8), HasSubstr(" | 0.800–0.900 | "));
  EXPECT_THAT(row_of_kokkos(0.905), HasSubstr(" | 0.900 | "));
}

TEST(Measured, ParityThatIsAPercentOrMoreFromOneSaysSo) {
  Results results = sample_results();
  results.cases.resize(1);
  Interval& ratio = results.cases[0].comparisons[0].ratio;
  const auto verdict = [&] {
    Interval& native = results.cases[0].kernels[native_code].timing->seconds;
    native.median = ratio.median * results.cases[0].kernels[kokkos_code].timing->seconds.median;
    return lines_of(measured_table(results, catalogue())).at(1);
  };
  ratio = {1.03, 1.02, 1.04};
  EXPECT_THAT(verdict(), testing::EndsWith("| parity, +3.0%"));
  ratio = {0.98, 0.97, 0.995};
  EXPECT_THAT(verdict(), testing::EndsWith("| parity"));
}

TEST(Measured, MediansThatGiveAnotherRatioAreSaid) {
  Results results = sample_results();
  results.cases.resize(1);
  results.cases[0].comparisons[0].ratio = {0.961, 0.955, 0.97};
  results.cases[0].kernels[native_code].timing->seconds.median = 527.72e-6;
  results.cases[0].kernels[kokkos_code].timing->seconds.median = 519.87e-6;
  const auto line = [&] { return lines_of(measured_table(results, catalogue())).at(1); };
  EXPECT_THAT(line(), HasSubstr("the medians give 1.015"));
  results.cases[0].kernels[kokkos_code].timing->waits_for_host = true;  // timed otherwise
  EXPECT_THAT(line(), testing::Not(HasSubstr("medians")));
}

TEST(Measured, WhatTheValidationCountedIsInThePlaceOfTheVerdictOrBehindIt) {
  Results results = sample_results();
  results.cases.resize(1);
  for (const ModelForm& kernel : {native_code, kokkos_code})
    results.cases[0].kernels[kernel].validation = counted({}, {310, 8192, "out of order"});
  const auto lines = lines_of(measured_table(results, catalogue()));
  EXPECT_THAT(lines.at(0), testing::EndsWith(" | 310 of 8192 out of order"));
  EXPECT_THAT(lines.at(1), testing::EndsWith(" | parity, −4.2%; 310 of 8192 out of order"));
}

TEST(Measured, AnUnknownShareIsEmpty) {
  Results results = sample_results();
  results.cases[0].kernels[native_code].share_of_ceiling = 0;
  EXPECT_THAT(lines_of(measured_table(results, catalogue()))[0],
              testing::EndsWith("| 3579 GB/s | "));
}

TEST(Measured, WhatWasProfiledHasNoRow) {
  EXPECT_THAT(lines_of(measured_table(sample_profile(), catalogue())),
              ElementsAre(plain_row("cluster_tile", "no_equivalent: Kokkos has no clusters")));
}

TEST(Measured, RewrittenStandsBelowPlainUnderTheSameName) {
  Results results = sample_results();
  CaseResult rewritten = in_form(Form::rewritten, results.cases[0]);
  rewritten.variant += "_rewritten";
  results.cases = {rewritten, results.cases[0]};
  EXPECT_THAT(
      lines_of(measured_table(results, catalogue())),
      ElementsAre(HasSubstr("padded_tile | CUDA"), HasSubstr("padded_tile | Kokkos | loops"),
                  HasSubstr("padded_tile | Kokkos | rewritten")));
}

TEST(Measured, InAReportASettingIsAGroupAndAFileHasItsLabel) {
  Results other = sample_results();
  other.cases.resize(1);
  other.cases[0].cache = "hot";
  const ReportFile files[] = {{"a.json", sample_results()}, {"b.json", other}};
  const Report report = report_of(files, catalogue(), "");
  const Table table = measured_table(report, report.experiments[0]);
  EXPECT_THAT(titles_of(table),
              ElementsAre("rows=16Ki cols=16Ki, cold", "rows=16Ki cols=16Ki, hot"));
  EXPECT_EQ(lines_of(table.groups[0]).size(), 8U);
  EXPECT_THAT(lines_of(table.groups[0])[0], StartsWith("padded_tile (A) | CUDA"));
  EXPECT_THAT(lines_of(table.groups[1]),
              ElementsAre(StartsWith("padded_tile (B) | CUDA"),
                          StartsWith("padded_tile (B) | Kokkos | loops")));
}

TEST(Measured, FasterThanASlowListingIsFarFromTheBest) {
  Results results = sample_results();
  results.cases.resize(2);
  results.cases[1].kernels[native_code].timing = timing(1e-4);
  erase(results.cases[1], Model::kokkos);
  results.cases[0].kernels[kokkos_code].timing = timing(4e-4);
  results.cases[0].comparisons[0] = {kokkos_code, native_code, {1.5, 1.49, 1.51}, Verdict::faster};
  EXPECT_THAT(lines_of(measured_table(results, catalogue())),
              ElementsAre(testing::_, testing::EndsWith("faster (0.25 of best)"), testing::_));
}

TEST(Measured, OfNothingIsNothing) {
  Results results = sample_results();
  results.cases.clear();
  EXPECT_THAT(lines_of(measured_table(results, catalogue())), IsEmpty());
}

}  // namespace
}  // namespace tilebridge::pages
