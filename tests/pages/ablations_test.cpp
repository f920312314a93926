// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/costs.hpp"
#include "tests/results/stepped_results.hpp"

namespace tilebridge::pages {
namespace {

TEST(AblationsView, SayWhatEachStepChangesAndWhatTheSumConsistsOf) {
  const auto shown = shown_ablations(stepped_results(), catalogue());
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].name, "transpose/padded_tile");
  EXPECT_EQ(shown[0].setting, "rows=1024 cols=1024, cold");
  EXPECT_EQ(shown[0].stages[0].change, "Kokkos in loops");
  EXPECT_EQ(shown[0].stages[0].gain, "");
  EXPECT_EQ(shown[0].stages[4].gain, "1.50");
  EXPECT_EQ(shown[0].stages[4].interval, "1.47–1.53");
  EXPECT_EQ(shown[0].stages[4].idiom, "scratch_use/load_store");
  EXPECT_EQ(shown[0].sum, "0.50 to 0.75 of native performance, a factor of 1.50: 1.50 by " +
                              shown[0].stages[4].change + ", 1.00 by the other 6 steps.");
}

TEST(AblationsView, SayWhatWasCountedAgainstTheStageBefore) {
  Results profile = stepped_results();
  double instructions = 100;
  for (CaseResult& c : profile.cases) {
    Counters counters;
    counters.values = {{Counter::instructions, instructions}};
    c.kernels[kokkos_code].counters = counters;
    instructions *= 2;
  }
  const auto shown = shown_ablations(stepped_results(), catalogue(), {&profile});
  EXPECT_EQ(shown.at(0).stages[0].counted, "");
  EXPECT_EQ(shown[0].stages[1].counted, "2.00 × the instructions");
  EXPECT_EQ(shown_ablations(stepped_results(), catalogue())[0].stages[1].counted, "");
}

TEST(AblationsView, HaveATableThatLeadsToTheExperiment) {
  const auto shown = shown_ablations(stepped_results(), catalogue());
  const Table table = ablation_table(shown.at(0));
  ASSERT_EQ(table.groups.size(), 1U);
  ASSERT_EQ(table.groups[0].rows.size(), 8U);
  EXPECT_EQ(table.groups[0].rows[1].cells[0].text, "padded_tile_step1");
  EXPECT_EQ(table.groups[0].rows[1].link, "transpose");
}

}  // namespace
}  // namespace tilebridge::pages
