// SPDX-License-Identifier: Apache-2.0
#include "terminal/prices.hpp"

#include <gmock/gmock.h>

#include "tests/results/priced_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(TerminalPrices, TheDearestHabitsComeWithWhatToWriteInstead) {
  const std::string text = dearest_text(view::price_list(priced_results(2), catalogue()));
  EXPECT_THAT(text, HasSubstr("  2.00× team_control/single: "));
  EXPECT_THAT(text, HasSubstr("write: if (team.team_rank() == 0)"));
  expect_columns(text, 80);
  EXPECT_EQ(dearest_text({}), "");
}

TEST(TerminalPrices, TheSlowestKernelsComeWithTheirHabits) {
  const std::string text =
      slowest_text(view::slow_kernels(priced_results_with_kernel(2), catalogue()));
  EXPECT_THAT(text, HasSubstr("  0.50 of native: dot/block_tree (n=1Mi, cold): "));
  EXPECT_THAT(text, HasSubstr("team_control/single (2.00×)"));
  expect_columns(text, 80);
  EXPECT_EQ(slowest_text({}), "");
}

}  // namespace
}  // namespace tilebridge::terminal
