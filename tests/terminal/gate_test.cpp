// SPDX-License-Identifier: Apache-2.0
#include "terminal/gate.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/judge/sample_page.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(GateText, SaysWhatChangedAndCounts) {
  const SamplePage sample;
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text, HasSubstr("base  base.json: tilebridge 0.1.0 (0123456789ab), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("new   new.json: tilebridge 0.1.0 (fedcba987654), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("compared 6 results of 3 cases: 1 slower, 1 invalid, 1 faster, 1 "
                              "undecided, 2 parity; 1 not\n  compared (1 lost); cases only in "
                              "base: 1, only in new: 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  Kokkos in ranges "));
  EXPECT_THAT(text, HasSubstr("\nslower\n  transpose/tile  kokkos\n    rows=16Ki cols=16Ki, cold  "
                              "1.000 ms -> 1.250 ms, +25.0% time   0.800 ["));
  EXPECT_THAT(text,
              HasSubstr("\n  transpose/tile4  kokkos\n    rows=16Ki cols=16Ki, cold  element 3 "
                        "is wrong\n"));
  EXPECT_THAT(text,
              HasSubstr("\nnot compared: 1\n  transpose/tile4  rows=16Ki cols=16Ki  cold\n    "
                        "vendor skipped, was ok: no library\n"));
  EXPECT_THAT(text, HasSubstr("\nonly in base: 1\n  transpose/old "));
  EXPECT_THAT(text, HasSubstr("\nonly in new: 1\n  transpose/new "));
}

TEST(GateText, KernelsTogetherAndTheStatusAreSaid) {
  const SamplePage sample;
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text, HasSubstr("\nstatus 1: 1 slower, 1 invalid\ncompared 6 results"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  all kernels  [^\n]*  none\n"));
  SamplePage other;
  other.current = run_of(1e-3, 1e-3);
  EXPECT_THAT(gate_text(other.page()), testing::Not(HasSubstr("all kernels")));  // two variants
}

TEST(GateText, OrdersTheFindings) {
  const SamplePage sample;
  const std::string text = gate_text(sample.page());
  std::size_t last = 0;
  for (const char* title : {"\ninvalid\n", "\nslower\n", "\nfaster\n", "\nundecided\n"}) {
    const std::size_t at = text.find(title);
    ASSERT_NE(at, std::string::npos) << title;
    EXPECT_GT(at, last) << title;
    last = at;
  }
}

TEST(GateText, SizesOfAVariantStandTogetherOnALineEachWhereTheyFit) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) {
    run->cases.push_back(run->cases[0]);
    run->cases.back().parameters = {{"rows", 64}};
  }
  EXPECT_THAT(
      gate_text(sample.page()),
      testing::ContainsRegex("\n  transpose/tile  kokkos\n    rows=16Ki cols=16Ki, cold  1"
                             "[^\n]*\n    rows=64, cold              1.000 ms -> 1.250 ms"));
  EXPECT_THAT(gate_text(sample.page(), {.columns = 80}),
              HasSubstr("\n    rows=64, cold\n      1.000 ms -> 1.250 ms"));
}

TEST(GateText, WhatIsHostBoundStandsApart) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text, HasSubstr("\nslower, host-bound\n  transpose/tile  kokkos\n"));
  EXPECT_THAT(text, HasSubstr("\n  host-bound, any model "));
}

TEST(GateText, JudgementsHaveColoursOnATerminal) {
  const SamplePage sample;
  EXPECT_THAT(gate_text(sample.page(), {.colour = true}), HasSubstr("\033[31mslower\033[0m\n"));
  EXPECT_THAT(gate_text(sample.page()), testing::Not(HasSubstr("\033")));
}

TEST(GateText, SaysWhereTheClockWasAnother) {
  SamplePage sample;
  sample.current.cases[0].sampling.clock_hz = 1.5e9;
  EXPECT_THAT(gate_text(sample.page()), HasSubstr("  clock 1980 -> 1500 MHz\n"));
}

TEST(GateText, CutsLongListsAndSaysSo) {
  SamplePage sample;
  for (int i = 0; i < 30; ++i) SamplePage::add(sample.base, "old" + std::to_string(i), 1e-3, 1e-3);
  EXPECT_THAT(gate_text(sample.page()), HasSubstr("\nonly in base: 31\n"));
  EXPECT_THAT(gate_text(sample.page()), HasSubstr("\n  and 11 more: --format json has them all\n"));
}

TEST(GateText, FitsInto100Columns) {
  const SamplePage sample;
  std::istringstream lines(gate_text(sample.page()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 104U) << line;  // µ, ±
}

TEST(GateText, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  EXPECT_THAT(gate_text(hostile_page(base, current)), testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace tilebridge::terminal
