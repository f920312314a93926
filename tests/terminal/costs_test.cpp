// SPDX-License-Identifier: Apache-2.0
#include "terminal/costs.hpp"

#include <gmock/gmock.h>

#include "tests/results/idiom_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(TerminalCosts, WhatCostsMostComesWithWhatToWriteInstead) {
  const std::string text = costs_text(idiom_results_with_kernel(2), catalogue());
  EXPECT_THAT(text, HasSubstr("\n  0.50 of native dot/block_tree: team_control/team_range (cost "));
  EXPECT_THAT(text, HasSubstr("\n  2.00× team_control/single: (vector length 1) if "
                              "(team.team_rank() == 0)\n"));
  expect_columns(text, 80);
}

TEST(TerminalCosts, AnotherKokkosHasALine) {
  const auto text_of_list = [](const Results& results) {
    return costs_text(pages::cost_list(results, catalogue()));
  };
  EXPECT_THAT(text_of_list(idiom_results_with_release(2, 3)),
              HasSubstr("\n                  with Kokkos 5.0.2: 3.00 2.94…3.06\n"));
  EXPECT_THAT(text_of_list(idiom_results(2)), testing::Not(HasSubstr("with Kokkos")));
}

TEST(TerminalCosts, NothingIsSaidWhereNothingIsKnown) {
  EXPECT_EQ(costs_text(sample_results(), catalogue()), "");
}

}  // namespace
}  // namespace tilebridge::terminal
