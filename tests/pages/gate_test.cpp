// SPDX-License-Identifier: Apache-2.0
#include "pages/gate.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "results/file.hpp"
#include "tests/judge/sample_page.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

/// Status, counts and findings.
std::vector<std::string> summary_lines(const judge::GatePage& page) {
  std::vector<std::string> lines;
  for (const auto& block : gate_summary(page).blocks) {
    const auto* heading = std::get_if<Heading>(&block);
    lines.push_back(heading != nullptr ? heading->text : std::get<Text>(block).text);
  }
  return lines;
}

std::string status_line(const judge::GatePage& page) { return summary_lines(page).at(0); }
std::string counts_text(const judge::GatePage& page) { return summary_lines(page).at(1); }

std::vector<std::string> findings(const judge::GatePage& page) {
  const std::vector<std::string> lines = summary_lines(page);
  return {lines.begin() + 2, lines.end()};
}

/// Matches what could have been found.
testing::Matcher<std::string> is_power() {
  return testing::MatchesRegex(
      "a loss of [0-9.]+% would have been found in half of the results, "
      "one of [0-9.]+% in nine of ten");
}

Results pair_run(double native, double kokkos) {
  Results results = run_of(native, kokkos);
  results.cases[0].experiment = "heat_flux";
  results.cases[0].variant = results.cases[0].compared_with = "kernel";
  return results;
}

std::vector<std::string> texts_of_gate(const Results& base, const Results& current,
                                       const judge::GateOptions& options = {judge::Metric::ratio}) {
  std::vector<std::string> texts;
  for (const GateLine& line : gate_lines({base,
                                          current,
                                          {"b"},
                                          "c",
                                          {},
                                          judge::compare_results(base, current, options),
                                          catalogue()}))
    texts.push_back(line.text);
  return texts;
}

TEST(GateLines, SayWhatAPairsModelCostsWhatItDidAndWhetherItIsSlower) {
  const Results base = pair_run(1e-3, 1.03e-3);
  EXPECT_THAT(texts_of_gate(base, base),
              testing::ElementsAre("heat_flux: Kokkos 0.97 of CUDA [0.97, 0.97], was 0.97"));
  EXPECT_THAT(
      texts_of_gate(base, pair_run(1e-3, 2e-3)),
      testing::ElementsAre("heat_flux: Kokkos 0.50 of CUDA [0.50, 0.50], was 0.97: slower"));
  Results wrong = base;
  wrong.cases[0].kernels[kokkos_code] = {Status::invalid, "element 3 is wrong", invalid()};
  wrong.cases[0].comparisons.clear();
  EXPECT_THAT(texts_of_gate(base, wrong),
              testing::ElementsAre("heat_flux: Kokkos has no valid result, was 0.97: invalid"));
}

TEST(GateLines, OfSeveralCasesSayInHowMany) {
  Results base = pair_run(1e-3, 1e-3);
  Results current = base;
  for (Results* run : {&base, &current}) {
    run->cases.push_back(run->cases[0]);
    run->cases[1].parameters.set("rows", 7);
  }
  EXPECT_THAT(
      texts_of_gate(base, current),
      testing::ElementsAre("heat_flux: Kokkos 1.00 of CUDA (2 cases, 1.00–1.00), was 1.00"));
  const Results slow = pair_run(1e-3, 4e-3);
  current.cases[1].kernels = slow.cases[0].kernels;
  current.cases[1].comparisons = slow.cases[0].comparisons;
  EXPECT_THAT(texts_of_gate(base, current),
              testing::ElementsAre("heat_flux: Kokkos 0.50 of CUDA (2 cases, 0.25–1.00), was 1.00: "
                                   "slower in 1 case"));
}

TEST(GateLines, EndWithTheStatusThatTheyDoNotSay) {
  const Results base = pair_run(1e-3, 1e-3);
  Results other = base;
  other.cases.push_back(base.cases[0]);
  other.cases[1].parameters.set("rows", 7);
  EXPECT_THAT(texts_of_gate(other, base).back(), testing::StartsWith("Could not tell: "));
  EXPECT_THAT(texts_of_gate(base, pair_run(2e-3, 1e-3), {}).back(),
              testing::StartsWith("Slower: 1 result"));
  EXPECT_THAT(texts_of_gate(run_of(1e-3, 1e-3), run_of(1e-3, 2e-3)),
              testing::ElementsAre(testing::StartsWith("Slower: 1 result")));
}

TEST(GateView, CountsWhatCameOut) {
  const SamplePage sample;
  EXPECT_EQ(counts_text(sample.page()),
            "compared 6 results of 3 cases: 1 slower, 1 invalid, 1 faster, 1 undecided, 2 parity; "
            "1 not compared (1 lost); cases only in base: 1, only in new: 1");
  SamplePage nothing;
  nothing.base.cases.clear();
  nothing.current.cases.clear();
  EXPECT_THAT(findings(nothing.page()), testing::IsEmpty());
}

/// The results with this judgement.
std::vector<ChangeRow> rows_of(const judge::GateReport& report, judge::Judgement judgement) {
  std::vector<ChangeRow> rows;
  for (const judge::Change* change : report.all(judgement))
    rows.push_back(shown_change(*change, report.options));
  return rows;
}

TEST(GateView, AChangeHasItsFigures) {
  const SamplePage sample;
  const judge::GatePage page = sample.page();
  const std::vector<ChangeRow> rows = rows_of(page.report, judge::Judgement::slower);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].change, "1.000 ms -> 1.250 ms, +25.0% time");
  EXPECT_THAT(rows[0].performance, testing::ContainsRegex("^0.80 \\[0.(79|80), 0.8[01]\\]$"));
  EXPECT_EQ(rows[0].parity, "± 5.0%");
  EXPECT_EQ(rows[0].remark, "");
}

TEST(GateView, TheStatusHasItsReason) {
  SamplePage sample;
  EXPECT_EQ(status_line(sample.page()), "Wrong results: 1 invalid, 1 slower (status 1)");
  sample.current = run_of(1e-3, 1e-3);
  EXPECT_EQ(status_line(sample.page()),
            "Could not tell: in the base alone: 3 cases; --allow-missing accepts that (status 4)");
  sample.current = sample.base;
  EXPECT_THAT(
      status_line(sample.page()),
      testing::MatchesRegex("No slowdown: a loss of 5[.][0-9]+% would have been found in half "
                            "of the results, one of .* in nine of ten [(]status 0[)]"));
  sample.options.max_slowdown = 1e-4;
  EXPECT_THAT(
      status_line(sample.page()),
      testing::MatchesRegex("Could not tell: a loss below 0[.][0-9]+% would have been missed "
                            "[(]status 4[)]"));
  sample.options = {};
  for (CaseResult& c : sample.current.cases) c.sampling.waits_for_host = true;
  EXPECT_EQ(status_line(sample.page()),
            "Could not tell: every result is host-bound; --host-bound lets them gate (status 4)");
  sample.base = sample.current = run_of(1e-3, 1e-3);
  sample.current = run_of(1.0525e-3, 1.0525e-3);
  EXPECT_EQ(status_line(sample.page()), "Could not tell: every result is undecided (status 4)");
}

TEST(GateView, WhatIsHostBoundIsCountedApart) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  const judge::GatePage page = sample.page();
  EXPECT_THAT(counts_text(page),
              testing::StartsWith("compared 6 results of 3 cases: 0 slower, 1 invalid, 1 faster, 1 "
                                  "undecided, 1 parity, 2 host-bound; 1 not compared"));
  EXPECT_THAT(findings(page),
              testing::Contains("host-bound: 1 slower, 0 faster, 0 undecided of 2; they gate under "
                                "--host-bound alone"));
}

TEST(GateView, ABusyGpuIsSaid) {
  const SamplePage sample;
  judge::GatePage page = sample.page();
  EXPECT_THAT(gpu_lines(page), testing::IsEmpty());
  page.busy = {"base.json", "new.json"};
  EXPECT_THAT(gpu_lines(page), testing::ElementsAre("measured on a busy GPU, so that times are too "
                                                    "long: base.json, new.json"));
}

TEST(GateView, FindingsSayWhatVerdictAndCountsDoNot) {
  SamplePage sample;
  EXPECT_THAT(findings(sample.page()), testing::ElementsAre(is_power()));
  sample.current = sample.base;
  EXPECT_THAT(findings(sample.page()), testing::IsEmpty());
  judge::GatePage page = sample.page();
  page.report.changes[0].judgement = page.report.changes[1].judgement = judge::Judgement::undecided;
  page.report.changes[0].is_unconfirmed = true;
  page.report.changes[1].is_slower_than_one = true;
  page.report.options.strict = true;
  EXPECT_THAT(findings(page),
              testing::ElementsAre(is_power(),
                                   "1 result looks different, but may be chance: 9 were compared",
                                   "1 undecided result is slower than one run of the base"));
  EXPECT_EQ(status_line(page), "Could not tell: 2 undecided, and --strict is given (status 4)");
  EXPECT_EQ(shown_change(page.report.changes[0], {}).remark, "may be chance");
  EXPECT_EQ(shown_change(page.report.changes[1], {}).remark, "slower than one run of the base");
}

TEST(GateView, OfKernelsTogetherTheRunAndWhatHasATrendAreShown) {
  using judge::Scope;
  using judge::Trend;
  const Table table =
      aggregates_table({{Scope::run, "", {0.995, 0.99, 1}, 9, Trend::none},
                        {Scope::experiment, "dot", {1, 0.99, 1.01}, 4, Trend::none},
                        {Scope::experiment, "stride", {0.9, 0.8, 0.95}, 5, Trend::slower},
                        {Scope::family, "tiling", {0.99, 0.985, 0.994}, 5, Trend::lower}});
  std::vector<std::string> shown;
  for (const Table::Row& row : table.groups.at(0).rows)
    shown.push_back(row.cells.at(0).plain() + ": " + row.cells.at(1).plain() + " " +
                    row.cells.at(3).plain());
  EXPECT_THAT(shown, testing::ElementsAre("all kernels: 0.995 0.990–1.000 none",
                                          "kernels of stride: 0.900 0.800–0.950 slower",
                                          "kernels of the family tiling: 0.990 0.985–0.994 "
                                          "slightly slower"));
}

TEST(GateView, ASmallToleranceNeedsAThirdDecimal) {
  const SamplePage sample;
  const judge::Change change = *sample.page().report.all(judge::Judgement::slower).at(0);
  EXPECT_THAT(shown_change(change, {.max_slowdown = 0.02}).performance,
              testing::StartsWith("0.800 ["));
}

TEST(GateView, RatiosHaveNoUnit) {
  const SamplePage sample;
  const judge::GateReport report =
      judge::compare_results(sample.base, sample.current, {judge::Metric::ratio});
  EXPECT_EQ(rows_of(report, judge::Judgement::slower).at(0).change, "1.000 -> 0.800");
}

TEST(GateView, AnotherClockIsNamed) {
  SamplePage sample;
  sample.current.cases[0].sampling.clock_hz = 1.5e9;
  const judge::GatePage page = sample.page();
  EXPECT_EQ(rows_of(page.report, judge::Judgement::slower).at(0).remark, "clock 1980 -> 1500 MHz");
}

/// The run's kernels in loops also have a control: 0.8 of native code, the rest is the library.
void add_control(Results& results) {
  CaseResult& c = results.cases[0];
  const double library = c.comparisons[0].ratio.median / 0.8;
  c.kernels[control] = timed(1.25e-3);
  c.comparisons.push_back({control, native_code, {0.8, 0.8, 0.8}, Verdict::slower});
  c.comparisons.push_back({kokkos_code, control, {library, library, library}, Verdict::slower});
}

TEST(GateView, TheFactorThatMovedIsNamed) {
  Results base = run_of(1e-3, 1.25e-3);
  Results current = run_of(1e-3, 1.5625e-3);
  const auto remark = [&] {
    const judge::GateReport report = judge::compare_results(base, current, {});
    return rows_of(report, judge::Judgement::slower).at(0).remark;
  };
  EXPECT_EQ(remark(), "");
  add_control(base);
  EXPECT_EQ(remark(), "") << "one run has no control";
  add_control(current);
  EXPECT_EQ(remark(), "moved: library 0.80");
  current.cases[0].kernels[native_code] = timed(1.25e-3);
  EXPECT_EQ(remark(), "moved: native code 0.80, library 0.80");
}

TEST(GateView, WhatIsInvalidHasAReasonAndNoFigures) {
  const SamplePage sample;
  const judge::GatePage page = sample.page();
  EXPECT_THAT(write::as_text(gate_page(page)),
              testing::ContainsRegex("\n +rows=16Ki cols=16Ki, cold +element 3 is wrong\n"));
}

/// Returns -7.1 of "126.74 µs -> 117.71 µs, -7.1% time".
double percentage_in(const std::string& change) {
  return std::stod(change.substr(change.find(", ") + 2));
}

/// Files with blocks, and files without.
TEST(GateView, TheTimesOfARowAgreeWithItsRatio) {
  std::size_t rows = 0;
  for (const auto& [base_file, current_file] :
       {std::pair("h200-blocks-1", "h200-blocks-2"), std::pair("h200-first", "h200-again")}) {
    const Results base = read_results(fmt::format(TILEBRIDGE_RESULTS "/{}.json", base_file));
    const Results current = read_results(fmt::format(TILEBRIDGE_RESULTS "/{}.json", current_file));
    const judge::GateReport report = judge::compare_results(base, current, {});
    for (const judge::Change& change : report.changes) {
      const ChangeRow row = shown_change(change, {.max_slowdown = 0.02});
      const double ratio = std::stod(row.performance);
      const double most = 0.00051 + 0.00051 / (ratio * ratio);  // half a digit of either
      EXPECT_NEAR(1 + percentage_in(row.change) / 100, 1 / ratio, most)
          << case_text(*change.now.of);
      ++rows;
    }
  }
  EXPECT_GT(rows, 1400U);
}

}  // namespace
}  // namespace tilebridge::pages
