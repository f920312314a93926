// SPDX-License-Identifier: Apache-2.0
#include "pages/results.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <vector>

#include "pages/measured.hpp"
#include "results/file.hpp"
#include "tests/results/idiom_results.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;
using write::Style;

std::string results_text(const Results& results, Style style = {}) {
  return write::as_text(results_page(results, catalogue()), style);
}

std::string cases_text(const Results& results, Style style) {
  Document page;
  page.add(measured_table(results, catalogue()));
  return write::as_text(page, style);
}

std::string summary_text(const Results& results) {
  return write::as_text(summary_page(results, catalogue()));
}

TEST(Table, ShowsTimeRateShareRatioAndVerdict) {
  const std::string text = results_text(sample_results());
  EXPECT_THAT(text, HasSubstr("transpose  rows=16Ki cols=16Ki  cold"));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "padded_tile +Kokkos +loops +630.00 µs +3409 GB/s +80.0% +0.958 +"
                        "\\[0.957, 0.959\\] +parity"));
  EXPECT_THAT(text, HasSubstr("measured ceilings: read 4500, write 4600, copy 4200 GB/s"));
  EXPECT_THAT(text, HasSubstr("2 comparisons: 1 parity, 1 slower"));
}

TEST(Table, ShowsWhyThereIsNoTime) {
  const std::string text = results_text(sample_results());
  for (const char* reason :
       {"invalid: off by 0.5, 1e-06 allowed: element 17 of 64",
        "skipped: this build's Kokkos has no CUDA", "no_equivalent: Kokkos has no clusters"})
    EXPECT_THAT(text, testing::ContainsRegex(std::string("loops +") + reason));
}

TEST(Table, FitsIntoAHundredColumns) { expect_columns(results_text(sample_results()), 100); }

TEST(Table, CasesFitIntoTheTerminal) {
  for (const std::size_t columns : {60, 80, 100, 140})
    expect_columns(cases_text(sample_results(), {.columns = columns}), columns);
  EXPECT_THAT(cases_text(sample_results(), {.columns = 80}),
              testing::ContainsRegex("\\[0.957, 0.959\\] +parity"));
  EXPECT_THAT(cases_text(sample_results(), {.columns = 60}),
              testing::ContainsRegex(" 0.958 +parity"));
}

TEST(Table, AnotherKokkosHasARowWithItsRatios) {
  const Results results = results_with_second_build();
  const std::string text = cases_text(results, {.columns = 120});
  EXPECT_THAT(text, testing::ContainsRegex("  padded_tile +Kokkos +loops +[0-9]+ +630.00 µs "
                                           "+0.958 +\\[0.957, 0.959\\] +parity, −4.2%\n"
                                           "  padded_tile +Kokkos 5.0.2 +loops +[0-9]+ +500.00 µs "
                                           "+1.200 +\\[1.190, 1.210\\] +1.260 "
                                           "+\\[1.250, 1.270\\] +faster\n"));
  EXPECT_THAT(text, testing::ContainsRegex("Kokkos 5.0.2 +loops +[0-9]+ +invalid: wrong\n"));
  for (const std::size_t columns : {60, 80, 100, 110, 120, 140, 160})
    expect_columns(cases_text(results, {.columns = columns}), columns);
  EXPECT_THAT(cases_text(results, {.columns = 140}),
              testing::ContainsRegex("4295 GB/s +90.0% +1.200 .* faster"));
}

TEST(Table, AWideTerminalNamesTheKernelThatARowIsComparedWith) {
  Results results = sample_results();
  results.cases[0].variant = "mdrange_default";
  results.cases[0].compared_with = "write_coalesced";
  EXPECT_THAT(cases_text(results, {.columns = 140}),
              HasSubstr("parity, −4.2% vs write_coalesced\n"));
}

TEST(Table, HostileTextNeitherMovesTheCursorNorWidensTheTable) {
  Results results = sample_results();
  results.device["name"] = "evil\033[2J" + std::string(500, 'x');
  results.device["architecture"] = 5;  // not even text
  results.cases[0].variant = std::string(300, 'v') + "\n\033]0;title\a";
  results.cases[1].kernels[kokkos_code].reason = std::string(1000, 'r') + "\n";
  results.cases[2].experiment = "\r" + std::string(300, 'e');
  const std::string text = results_text(results);
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  expect_columns(text, 100);
}

TEST(Table, ColoursOnlyWhenAsked) {
  EXPECT_THAT(results_text(sample_results(), {.colour = false}), Not(HasSubstr("\033")));
  EXPECT_THAT(results_text(sample_results(), {.colour = true}), HasSubstr("\033[32mparity"));
}

TEST(Table, AnIdiomaticVariantShowsItsOwnModelOnly) {
  Results results = sample_results();
  results.cases.resize(1);
  results.cases[0].variant = "mdrange";
  results.cases[0].compared_with = "padded_tile";
  results.cases[0] = in_form(Form::builtin, results.cases[0]);
  const std::string text = results_text(results);
  EXPECT_THAT(text, testing::ContainsRegex("mdrange +Kokkos"));
  EXPECT_THAT(text, Not(testing::ContainsRegex("mdrange +native")));
}

/// The lines that begin with `start` after spaces.
std::vector<std::string> rows_of(const std::string& text, const std::string& start) {
  std::istringstream lines(text);
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  " + start + " ")) rows.push_back(line);
  return rows;
}

/// A case and its rewritten form, in the wrong order.
Results rewritten_run(const std::string& variant) {
  Results results = sample_results();
  CaseResult in_loops = results.cases[0];
  in_loops.variant = in_loops.compared_with = variant;
  CaseResult rewritten = in_form(Form::rewritten, in_loops);
  rewritten.variant += "_rewritten";
  results.cases = {rewritten, sample_case("tile"), in_loops};
  return results;
}

TEST(Table, NativePlainAndRewrittenStandBelowOneAnother) {
  for (const std::string variant : {"tile32", "mdrange_default"}) {
    const std::string text = results_text(rewritten_run(variant));
    const auto rows = rows_of(text, variant);
    ASSERT_EQ(rows.size(), 3U) << text;
    EXPECT_THAT(rows[0], HasSubstr(" CUDA "));
    EXPECT_THAT(rows[1], testing::ContainsRegex(" Kokkos +loops +630.00 µs"));
    EXPECT_THAT(rows[2], testing::ContainsRegex(" Kokkos +rewritten +630.00 µs"));
    EXPECT_THAT(text, HasSubstr(rows[0] + "\n" + rows[1] + "\n" + rows[2]));
    expect_columns(text, 100);
  }
}

TEST(Table, IsNarrowWhereEveryColumnIsFull) {
  Results results = rewritten_run(std::string(30, 'v'));
  results.cases[0].comparisons[0] = {
      kokkos_code, native_code, {0.958, 0.957, 0.959}, Verdict::undecided};
  for (CaseResult& c : results.cases)
    for (auto& [kernel, result] : c.kernels) {
      result.timing = timing(0.999999);
      result.share_of_ceiling = 0.9994;
    }
  expect_columns(results_text(results), 100);
}

TEST(Table, HasTheSummaryBelowIt) {
  EXPECT_THAT(results_text(rewritten_run("padded_tile")),
              testing::ContainsRegex("\n +Kokkos loops +Kokkos rewritten\n +tile +0.96 +0.96\n"));
}

TEST(Table, SaysWhenTheBuildIsNotRelease) {
  Results results = sample_results();
  results.builds["build_type"] = "Debug";
  EXPECT_THAT(results_text(results), HasSubstr("built as 'Debug', not Release"));
}

TEST(Table, OfAHostSaysOnceThatItsTimesSayNothingAboutAGpu) {
  Results results = sample_results();
  for (CaseResult& c : results.cases) c.platform = "host";
  const std::string text = results_text(results);
  const std::string note = "say nothing about a GPU";
  EXPECT_THAT(text, testing::EndsWith(note + ".\n"));
  EXPECT_EQ(text.find(note), text.rfind(note));
}

TEST(Table, AWholeOneIsAsWideAsItsNames) {
  const std::string name(40, 'v');
  Results results = rewritten_run(name);
  const std::string text = cases_text(results, {.whole = true});
  EXPECT_THAT(text, Not(HasSubstr("…")));
  EXPECT_EQ(rows_of(text, name).size(), 3U);
}

TEST(Answer, OfAFullRunFitsOnATerminal) {
  const std::string text = summary_text(read_results(TILEBRIDGE_RESULTS "/h200-models.json"));
  EXPECT_THAT(text, HasSubstr("\n  tile "));
  EXPECT_THAT(text, HasSubstr("\nKokkos loops, float: "));
  EXPECT_THAT(text, HasSubstr("\nslowest in loops"));
  EXPECT_THAT(text, HasSubstr("\nmost expensive idioms"));
  EXPECT_THAT(text, HasSubstr("\nother releases timed: Kokkos 5.0.2, 5.2.2;"));
  EXPECT_THAT(text, testing::ContainsRegex("\n[0-9]+ cases in [0-9.]+ min: "));
}

TEST(Answer, NamesTheSlowestKernelsAndTheMostExpensiveIdioms) {
  const std::string text = summary_text(idiom_results_with_kernel(2));
  EXPECT_THAT(text, HasSubstr("\nslowest in loops (why: tilebridge explain NAME): "
                              "dot/block_tree 0.50\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\nmost expensive idioms \\(instead: tilebridge explain "
                                           "NAME\\):[^:]*team_control/single\\s2×"));
}

TEST(Answer, OfAnyStoredRunHasAtMost25Lines) {
  for (const char* name :
       {"h200-models", "h200-blocks-1", "h200-self-check", "h200-first", "h100-full", "h100-models",
        "h100-patterns", "h100-rows", "h100-x2", "h100-copies", "h100-nbody"}) {
    const Results results = read_results(std::string(TILEBRIDGE_RESULTS "/") + name + ".json");
    const Document page = summary_page(results, catalogue());
    for (std::size_t columns = 80; columns <= 240; columns += 4) {
      const std::string text = write::as_text(page, {.columns = columns});
      EXPECT_LE(expect_columns(text, columns), 25) << name << " at " << columns << "\n" << text;
    }
  }
}

/// A run of pairs of the user's own over sizes, or of one size.
Results run_of_pairs(int pairs, int sizes) {
  Results results = sample_results();
  const CaseResult sample = results.cases.front();
  results.cases.clear();
  results.builds["pairs"] = Json::array();
  for (int pair = 0; pair < pairs; ++pair) {
    CaseResult c = sample;
    c.experiment = fmt::format("a_pair_of_kernels_with_a_long_name_{}", pair);
    c.variant = c.compared_with = "kernel";
    results.builds["pairs"].push_back(
        {{"name", c.experiment}, {"question", std::string(190, 'q')}});
    for (int size = 0; size < sizes; ++size) {
      const std::int64_t n = std::int64_t{1024} << size;
      c.parameters = {{"n", n}};
      c.work = {.bytes_read = static_cast<double>(n)};
      results.cases.push_back(c);
    }
  }
  return results;
}

TEST(Answer, OfManyPairsAndSizesHasAtMost25Lines) {
  for (const int pairs : {1, 3, 30})
    for (const int sizes : {1, 8}) {
      const std::string text =
          write::as_text(summary_page(run_of_pairs(pairs, sizes), catalogue()), {.columns = 80});
      EXPECT_LE(expect_columns(text, 80), 25) << text;
      EXPECT_THAT(text, HasSubstr("a_pair_of_kernels_with_a_long_name_0: Kokkos 0.9"));
      EXPECT_EQ(text.find(" more: tilebridge report FILE") != std::string::npos, pairs == 30);
      EXPECT_EQ(text.find("over size") != std::string::npos, sizes == 8);
    }
}

TEST(Answer, OfAHostNamesNoIdiomsAndSaysWhatItIsGoodFor) {
  Results results = idiom_results_with_kernel(2);
  for (CaseResult& c : results.cases) c.platform = "host";
  const std::string text = summary_text(results);
  EXPECT_THAT(text, testing::Not(HasSubstr("slowest kernels in loops")));
  EXPECT_THAT(text, testing::Not(HasSubstr("of native")));
  EXPECT_THAT(text, testing::ContainsRegex("[0-9]+ results valid"));
  EXPECT_THAT(text, testing::ContainsRegex("say\\s+nothing\\s+about\\s+a\\s+GPU"));
}

TEST(Answer, OfAPairOnAHostKeepsItsRatio) {
  Results results = idiom_results_with_kernel(2);
  results.cases = {results.cases.back()};
  results.cases[0].experiment = "heat_flux";
  results.cases[0].variant = results.cases[0].compared_with = "kernel";
  results.cases[0].platform = "host";
  const std::string text = summary_text(results);
  EXPECT_THAT(text, HasSubstr("heat_flux: Kokkos 0."));
  EXPECT_THAT(text, HasSubstr("1 case"));
}

}  // namespace
}  // namespace tilebridge::pages
