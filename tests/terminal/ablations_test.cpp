// SPDX-License-Identifier: Apache-2.0
#include "terminal/ablations.hpp"

#include <gmock/gmock.h>

#include "tests/results/stepped_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(TerminalAblations, AreBarsWithGainsInEightyColumns) {
  const std::string text = ablations_text(pages::shown_ablations(stepped_results(), catalogue()));
  EXPECT_THAT(text, HasSubstr("\ntranspose/padded_tile, rows=1024 cols=1024, cold\n"));
  EXPECT_THAT(text, HasSubstr("  0.50 ██████                   plain Kokkos\n"));
  EXPECT_THAT(text, HasSubstr("  0.75 █████████          1.50× all loads"));
  EXPECT_THAT(text, HasSubstr("a factor of 1.50"));
  expect_columns(text, 80);
}

TEST(TerminalAblations, AreNothingWhereNoneWasMeasured) { EXPECT_EQ(ablations_text({}), ""); }

}  // namespace
}  // namespace tilebridge::terminal
