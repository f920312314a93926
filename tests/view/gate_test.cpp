// SPDX-License-Identifier: Apache-2.0
#include "view/gate.hpp"

#include <gmock/gmock.h>

#include "tests/gate/sample_page.hpp"

namespace tilebridge::view {
namespace {

TEST(GateView, CountsWhatCameOut) {
  const SamplePage sample;
  EXPECT_EQ(counts_text(sample.page().report),
            "compared 6 results of 3 cases: 1 slower, 1 invalid, 1 faster, 1 undecided, 2 parity; "
            "1 not compared (1 lost); cases only in base: 1, only in new: 1");
  EXPECT_THAT(power_text(sample.page().report),
              testing::MatchesRegex("a loss of [0-9.]+% would have been found in half of the "
                                    "results, one of [0-9.]+% in nine of ten"));
  EXPECT_EQ(power_text({}), "");
  EXPECT_EQ(parity_text({}), "parity is 1 ± 5%, or 1 µs");
}

TEST(GateView, AChangeHasItsFigures) {
  const SamplePage sample;
  const gate::GatePage page = sample.page();
  const std::vector<ChangeRow> rows = rows_of(page.report, gate::Judgement::slower);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name, "transpose/tile  rows=16Ki cols=16Ki  cold");
  EXPECT_EQ(rows[0].model, "kokkos");
  EXPECT_EQ(rows[0].where, "rows=16Ki cols=16Ki, cold");
  EXPECT_EQ(rows[0].change, "1.000 ms -> 1.250 ms, +25.0% time");
  EXPECT_THAT(rows[0].performance, testing::ContainsRegex("^0.800 \\[0.79[0-9], 0.80[0-9]\\]$"));
  EXPECT_EQ(rows[0].parity, "± 5.0%");
  EXPECT_EQ(rows[0].clock, "");
}

TEST(GateView, FindingsAreTheReasonOfTheStatus) {
  SamplePage sample;
  EXPECT_THAT(findings(sample.page()),
              testing::ElementsAre("status 1: 2 results are slower or invalid"));
  sample.current = run_of(1e-3, 1e-3);
  EXPECT_THAT(findings(sample.page()),
              testing::ElementsAre("status 4: 3 cases and 0 more results of the base are missing; "
                                   "--allow-missing accepts that"));
  sample.current = sample.base;
  EXPECT_THAT(findings(sample.page()), testing::IsEmpty());
  gate::GatePage page = sample.page();
  page.report.changes[0].judgement = page.report.changes[1].judgement = gate::Judgement::undecided;
  page.report.changes[0].is_unconfirmed = true;
  page.report.changes[1].is_slower_than_one = true;
  page.report.options.strict = true;
  EXPECT_THAT(
      findings(page),
      testing::ElementsAre("1 of the undecided lie beyond parity: of 9 results, some do by chance",
                           "1 of the undecided are slower than one run of the base",
                           "status 4: 2 results are undecided, and --strict is given"));
  EXPECT_EQ(row_of(page.report.changes[0], gate::Metric::time).remark, "may be chance");
  EXPECT_EQ(row_of(page.report.changes[1], gate::Metric::time).remark,
            "slower than one run of the base");
}

TEST(GateView, OfKernelsTogetherTheRunAndWhatHasATrendAreShown) {
  using gate::Scope;
  using gate::Trend;
  const Table table =
      aggregates_table({{Scope::run, "", {0.995, 0.99, 1}, 9, Trend::none},
                        {Scope::experiment, "dot", {1, 0.99, 1.01}, 4, Trend::none},
                        {Scope::experiment, "stride", {0.9, 0.8, 0.95}, 5, Trend::slower},
                        {Scope::family, "tiling", {0.99, 0.985, 0.994}, 5, Trend::lower}});
  std::vector<std::string> shown;
  for (const Table::Row& row : table.groups.at(0).rows)
    shown.push_back(row.cells.at(0).plain() + ": " + row.cells.at(1).plain() + " " +
                    row.cells.at(3).plain());
  EXPECT_THAT(shown, testing::ElementsAre("all kernels: 0.995 0.990…1.000 none",
                                          "kernels of stride: 0.900 0.800…0.950 slower",
                                          "kernels of the family tiling: 0.990 0.985…0.994 lower"));
}

TEST(GateView, RatiosHaveNoUnit) {
  const SamplePage sample;
  const gate::GateReport report =
      gate::compare_results(sample.base, sample.current, {gate::Metric::ratio});
  EXPECT_EQ(rows_of(report, gate::Judgement::slower).at(0).change, "1.000 -> 0.800");
}

TEST(GateView, AnotherClockIsNamed) {
  SamplePage sample;
  sample.current.cases[0].sampling.clock_hz = 1.5e9;
  const gate::GatePage page = sample.page();
  EXPECT_EQ(rows_of(page.report, gate::Judgement::slower).at(0).clock, "clock 1980 -> 1500 MHz");
}

TEST(GateView, WhatIsInvalidHasAReasonAndNoFigures) {
  const SamplePage sample;
  const gate::GatePage page = sample.page();
  const ChangeRow row = rows_of(page.report, gate::Judgement::invalid).at(0);
  EXPECT_EQ(row.reason, "element 3 is wrong");
  EXPECT_EQ(row.change, "");
}

TEST(GateView, ListsWhatHasNoComparison) {
  const SamplePage sample;
  const gate::GatePage page = sample.page();
  const std::vector<Uncompared> lists = uncompared(page.report);
  ASSERT_EQ(lists.size(), 3U);
  EXPECT_EQ(lists[0].title, "not compared");
  EXPECT_EQ(lists[0].entries.at(0).model, "vendor");
  EXPECT_EQ(lists[0].entries.at(0).reason, "skipped, was ok: no library");
  EXPECT_EQ(lists[1].title, "only in base");
  EXPECT_EQ(lists[1].entries.at(0).name, "transpose/old  rows=16Ki cols=16Ki  cold");
  EXPECT_EQ(lists[2].title, "only in new");
  EXPECT_TRUE(uncompared(gate::compare_results(sample.base, sample.base, {})).empty());
}

}  // namespace
}  // namespace tilebridge::view
