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
