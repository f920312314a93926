// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "pages/gate.hpp"
#include "tests/judge/sample_page.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;

std::string gate_text(const judge::GatePage& page, write::Style style = {}) {
  return write::as_text(gate_page(page), style);
}

std::string gate_markdown(const judge::GatePage& page) {
  return write::as_markdown(gate_page(page));
}

TEST(GateText, SaysWhatChangedAndCounts) {
  const SamplePage sample;
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text,
              testing::StartsWith(
                  "Wrong results: 1 invalid, 1 slower (status 1)\n"
                  "compared 6 results of 3 cases: 1 slower, 1 invalid, 1 faster, 1 undecided, "
                  "2 parity; 1 not compared\n(1 lost); cases only in base: 1, only in new: 1\n"));
  EXPECT_THAT(text, HasSubstr("  base  base.json: tilebridge 0.1.0 (0123456789ab), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("  new   new.json: tilebridge 0.1.0 (fedcba987654), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("\n  Kokkos in loops "));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "\nslower\n  transpose/tile  Kokkos loops\n    rows=16Ki cols=16Ki, "
                        "cold +1.000 ms -> 1.250 ms, \\+25.0% time +0.80 \\["));
  EXPECT_THAT(text,
              testing::ContainsRegex("\n  transpose/tile4  Kokkos loops\n    rows=16Ki cols=16Ki, "
                                     "cold +element 3 is wrong\n"));
  EXPECT_THAT(text, HasSubstr("\n1 not compared\n  transpose/tile4  rows=16Ki cols=16Ki  cold, "
                              "CUDA vendor: skipped, was ok: no library\n"));
  EXPECT_THAT(text, HasSubstr("\n1 only in base\n  transpose/old "));
  EXPECT_THAT(text, HasSubstr("\n1 only in new\n  transpose/new "));
}

TEST(GateText, NamesTheCommitsOfAUsersOwnRepository) {
  SamplePage sample;
  sample.base.builds["pairs"] = {{{"name", "flux"}, {"question", "?"}, {"commit", "0a1b2c3d4e5f"}}};
  sample.current.builds["pairs"] = {{{"name", "flux"},
                                     {"question", "?"},
                                     {"commit", "f5e4d3c2b1a0-dirty"},
                                     {"subject", "Sum by warps"}}};
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text, HasSubstr("  base  base.json: commit 0a1b2c3d4e5f, 2026-11-20"));
  EXPECT_THAT(text,
              HasSubstr("  new   new.json: commit f5e4d3c2b1a0-dirty (Sum by warps), 2026-11-20"));
}

TEST(GateText, OfALongPathShowsTheNameWhole) {
  const SamplePage sample;
  judge::GatePage page = sample.page();
  const std::string name = std::string(60, 'n') + ".json";
  page.current_file = "a/folder/" + name;
  page.busy = {page.current_file};
  const std::string text = gate_text(page, {.columns = 200});
  EXPECT_THAT(text, HasSubstr("  new   " + name + ": tilebridge "));
  EXPECT_THAT(text, HasSubstr("times are too long: " + name + "\n"));
}

TEST(GateText, KernelsTogetherAreSaid) {
  const SamplePage sample;
  EXPECT_THAT(gate_text(sample.page()), testing::ContainsRegex("\n  all kernels  [^\n]*  none\n"));
  SamplePage other;
  other.current = run_of(1e-3, 1e-3);
  EXPECT_THAT(gate_text(other.page()), testing::Not(HasSubstr("all kernels")));  // two variants
}

TEST(GateText, OrdersTheFindings) {
  const SamplePage sample;
  const std::string text = gate_text(sample.page());
  std::size_t last = 0;
  for (const char* title : {"\ninvalid\n", "\nslower\n", "\n1 faster\n", "\n1 undecided\n"}) {
    const std::size_t at = text.find(title);
    ASSERT_NE(at, std::string::npos) << title;
    EXPECT_GT(at, last) << title;
    last = at;
  }
}

TEST(GateText, SizesOfAVariantAreTogetherOnALineEachWhereTheyFit) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) {
    run->cases.push_back(run->cases[0]);
    run->cases.back().parameters = {{"rows", 64}};
  }
  EXPECT_THAT(
      gate_text(sample.page()),
      testing::ContainsRegex("\n  transpose/tile  Kokkos loops\n    rows=16Ki cols=16Ki, cold  1"
                             "[^\n]*\n    rows=64, cold              1.000 ms -> 1.250 ms"));
  EXPECT_THAT(gate_text(sample.page(), {.columns = 70}),
              HasSubstr("\n    rows=64, cold\n      1.000 ms -> 1.250 ms"));
}

TEST(GateText, WhatIsHostBoundIsApart) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  const std::string text = gate_text(sample.page());
  EXPECT_THAT(text, HasSubstr("\n1 slower, host-bound\n  transpose/tile  Kokkos loops\n"));
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
  EXPECT_THAT(gate_text(sample.page(), {.columns = 120}), HasSubstr("  clock 1980 -> 1500 MHz\n"));
}

TEST(GateText, CutsLongListsAndSaysSo) {
  SamplePage sample;
  for (int i = 0; i < 30; ++i) SamplePage::add(sample.base, "old" + std::to_string(i), 1e-3, 1e-3);
  EXPECT_THAT(gate_text(sample.page()), HasSubstr("\n31 only in base\n"));
  EXPECT_THAT(gate_text(sample.page()),
              HasSubstr("\n  … and 11 more: --format json has them all\n"));
}

TEST(GateText, FitsTheTerminal) {
  const SamplePage sample;
  for (const std::size_t width : {80, 100, 140})
    expect_columns(gate_text(sample.page(), {.columns = width}), width);
}

TEST(GateText, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  EXPECT_THAT(gate_text(hostile_page(base, current)), testing::Not(HasSubstr("\x1b")));
}

TEST(GateMarkdown, SaysWhatParityIs) {
  const SamplePage sample;
  EXPECT_THAT(gate_markdown(sample.page()), HasSubstr("; parity is 1 ± 5%, or 1 µs\n"));
}

TEST(GateMarkdown, LeadsWithTheVerdict) {
  const SamplePage sample;
  const std::string text = gate_markdown(sample.page());
  EXPECT_THAT(text,
              testing::StartsWith("### **Wrong results: 1 invalid, 1 slower (status 1)**\n\n"));
  EXPECT_THAT(text, HasSubstr("\n| **transpose/tile  Kokkos loops** |  |  |  |  |\n"
                              "| rows=16Ki cols=16Ki, cold | 1.000 ms -> 1.250 ms, +25.0% time | "
                              "0.80 \\["));
  EXPECT_THAT(text, HasSubstr("<details><summary>1 undecided</summary>"));
  EXPECT_THAT(text, HasSubstr("\n| all kernels | "));
  SamplePage less;
  less.current = run_of(1e-3, 1e-3);
  EXPECT_THAT(gate_markdown(less.page()),
              testing::StartsWith("### **Could not tell: in the base alone: 3 cases; "));
  SamplePage same;
  same.current = same.base;
  EXPECT_THAT(gate_markdown(same.page()), testing::StartsWith("### No slowdown: a loss of 5."));
}

TEST(GateMarkdown, WhatIsHostBoundIsFoldedApart) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  const std::string text = gate_markdown(sample.page());
  EXPECT_THAT(text, HasSubstr("<details><summary>1 slower, host-bound</summary>"));
  EXPECT_THAT(text, testing::Not(HasSubstr("\n#### **slower**\n")));
}

TEST(GateMarkdown, WhatIsInvalidSaysWhy) {
  const SamplePage sample;
  EXPECT_THAT(gate_markdown(sample.page()),
              HasSubstr("\n#### **invalid**\n\n"
                        "| case | base -> new | new ÷ old, 95% interval | parity | remark |\n"
                        "| --- | --- | --- | --- | --- |\n"
                        "| **transpose/tile4  Kokkos loops** |  |  |  |  |\n"
                        "| rows=16Ki cols=16Ki, cold | element 3 is wrong |  |  |  |\n"));
}

TEST(GateMarkdown, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  const std::string text = gate_markdown(hostile_page(base, current));
  EXPECT_THAT(text, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, testing::Not(HasSubstr("<img")));
  std::istringstream lines(text);
  std::ptrdiff_t columns = 0;  // of the table that the line is in
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| run |")) columns = 2;
    if (line.starts_with("| kernels |")) columns = 4;
    if (line.starts_with("| code |") || line.starts_with("| case |")) columns = 5;
    EXPECT_EQ(std::count(line.begin(), line.end(), '`') % 2, 0) << line;
    EXPECT_TRUE(!line.starts_with('|') || std::count(line.begin(), line.end(), '|') == columns + 1)
        << line;
  }
}

}  // namespace
}  // namespace tilebridge::pages
