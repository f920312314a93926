// SPDX-License-Identifier: Apache-2.0
#include "terminal/changes.hpp"

#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string printed_changes(const Results& before, const Results& after) {
  const auto changes = pages::changes_between(before, after, catalogue());
  return changes ? changes_text(*changes) : "";
}

TEST(ChangesText, HasTheControlAndWhatBecameSlower) {
  const std::string text = printed_changes(run_of(1e-3, 1e-3), run_of(1e-3, 2e-3));
  expect_columns(text, 100);
  EXPECT_THAT(text, HasSubstr("\n  native code "));
  EXPECT_THAT(text,
              testing::ContainsRegex("transpose/tile +ranges +0.500  1 slower, 0 faster of 1"));
  EXPECT_THAT(printed_changes(run_of(1e-3, 1e-3), run_of(1e-3, 1e-3)),
              testing::EndsWith("\nNo case became slower or faster.\n"));
}

TEST(ChangesText, HostileTextDoesNotReachTheTerminal) {
  Results after = run_of(1e-3, 2e-3);
  after.device["name"] = "evil\033[2J\n" + std::string(500, 'x');
  const std::string text = printed_changes(run_of(1e-3, 1e-3), after);
  EXPECT_THAT(text, HasSubstr("device name"));
  EXPECT_THAT(text, Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace tilebridge::terminal
