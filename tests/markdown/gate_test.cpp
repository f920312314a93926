// SPDX-License-Identifier: Apache-2.0
#include "markdown/gate.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "tests/judge/sample_page.hpp"

namespace tilebridge::markdown {
namespace {

using testing::HasSubstr;

TEST(GateMarkdown, LeadsWithTheVerdict) {
  const SamplePage sample;
  const std::string text = gate_markdown(sample.page());
  EXPECT_THAT(text, testing::StartsWith("### tilebridge: **1 slower, 1 invalid**\n\n"
                                        "`fedcba987654` against `0123456789ab` on "));
  EXPECT_THAT(text, HasSubstr("| `transpose/tile  rows=16Ki cols=16Ki  cold` | kokkos | 1.000 ms "
                              "-> 1.250 ms, +25.0% time | 0.800 ["));
  EXPECT_THAT(text, HasSubstr("<details><summary>1 undecided</summary>"));
  EXPECT_THAT(text, HasSubstr("\n| all kernels | "));
  SamplePage less;
  less.current = run_of(1e-3, 1e-3);
  EXPECT_THAT(
      gate_markdown(less.page()),
      testing::StartsWith("### tilebridge: **could not tell: in the base alone: 3 cases; "));
  SamplePage same;
  same.current = same.base;
  EXPECT_THAT(gate_markdown(same.page()),
              testing::StartsWith("### tilebridge: no slowdown; a loss of 5."));
}

TEST(GateMarkdown, WhatIsHostBoundIsFoldedApart) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  const std::string text = gate_markdown(sample.page());
  EXPECT_THAT(text, HasSubstr("<details><summary>1 slower, host-bound</summary>"));
  EXPECT_THAT(text, testing::Not(HasSubstr("\n**slower**\n")));
}

TEST(GateMarkdown, WhatIsInvalidSaysWhy) {
  const SamplePage sample;
  EXPECT_THAT(gate_markdown(sample.page()),
              HasSubstr("\n**invalid**\n\n"
                        "| case | model | base -> new | new / base, 95% interval | parity |\n"
                        "| --- | --- | --- | --- | --- |\n"
                        "| `transpose/tile4  rows=16Ki cols=16Ki  cold` | kokkos | `element 3 is "
                        "wrong` |  |  |\n"));
}

TEST(GateMarkdown, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  const std::string text = gate_markdown(hostile_page(base, current));
  EXPECT_THAT(text, testing::Not(HasSubstr("\x1b")));
  std::istringstream lines(text);
  std::ptrdiff_t columns = 0;  // of the table that the line is in
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| kernels |")) columns = 4;
    if (line.starts_with("| code |") || line.starts_with("| case |")) columns = 5;
    EXPECT_EQ(std::count(line.begin(), line.end(), '`') % 2, 0) << line;
    EXPECT_TRUE(!line.starts_with('|') || std::count(line.begin(), line.end(), '|') == columns + 1)
        << line;
  }
}

}  // namespace
}  // namespace tilebridge::markdown
