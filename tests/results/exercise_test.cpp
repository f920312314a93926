// SPDX-License-Identifier: Apache-2.0
#include "results/exercise.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

TEST(Exercise, IsAboutTheAmountThatIsNamedLast) {
  Results results;
  results.builds["pairs"] = Json::array(
      {{{"name", "sum"}, {"exercise", "at-most sectors 1.1\nat-most atomics 8\nslowness Why?\n"}},
       {{"name", "copy"}, {"exercise", "at-most requests 1.5\nat-most sectors 2\n"}},
       {{"name", "no_exercise"}}});
  const std::vector<Exercise> exercises = exercises_of(results);
  ASSERT_EQ(exercises.size(), 2U);
  EXPECT_EQ(exercises[0].about, Amount::atomics);
  EXPECT_EQ(exercises[1].about, Amount::sectors);
  EXPECT_EQ(exercises[1].at_most.at(Amount::requests), 1.5);
  EXPECT_FALSE(exercises[0].team_barriers);
}

TEST(Exercise, BarriersInCommentsDoNotCount) {
  EXPECT_EQ(team_barriers_in(""), 0U);
  EXPECT_EQ(team_barriers_in("a();\nteam.team_barrier();  // team_barrier()\n"
                             "// t.team_barrier();\nt.team_barrier(); t.team_barrier();\n"),
            3U);
}

}  // namespace
}  // namespace tilebridge
