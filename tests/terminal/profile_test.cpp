// SPDX-License-Identifier: Apache-2.0
#include "terminal/profile.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::terminal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST(ProfileText, ShowsWhatWasCounted) {
  const std::string text = profile_text(sample_profile());
  EXPECT_THAT(text, HasSubstr("NVIDIA H200 (sm_90); hardware counters of one launch"));
  EXPECT_THAT(text, ContainsRegex("tile +native +16\\.78M +134\\.2M +4\\.0/12\\.0 +32\\.0/10\\.7 "
                                  "+0 +53 +2\\.147G +1\\.0/32\\.0 +82 +24 shmem 39\\.5 mio "
                                  "25\\.8\n"));
  EXPECT_THAT(text, ContainsRegex("tile +ranges +16\\.78M( +-){9} \n"));
}

TEST(ProfileText, SaysWhyAModelHasNoCounters) {
  EXPECT_THAT(profile_text(sample_profile()),
              ContainsRegex("cluster_tile +ranges  no_equivalent: Kokkos has no clusters"));
}

TEST(ProfileText, FitsInto120Columns) {
  Results results = sample_profile();
  for (CaseResult& c : results.cases) {
    c.variant = "a_variant_of_a_name_that_is_long";
    for (auto& [model, result] : c.models) {
      if (result.counters)
        for (const CounterInfo& info : counter_infos())
          result.counters->values[info.counter] = info.combine == Combine::sum ? 7e10 : 31.6;
      for (const Counter stall : {Counter::stall_short_scoreboard, Counter::stall_not_selected})
        if (result.counters)
          result.counters->values[stall] = 5770;
        else
          result.reason = std::string(500, 'x');
    }
  }
  std::istringstream lines(profile_text(results));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 120U) << line;
}

TEST(ProfileText, HasALegendThatIsShortAndFitsAnyTerminal) {
  std::istringstream lines(profile_text(sample_profile()));
  std::string line;
  std::getline(lines, line);  // the device
  int count = 0;
  while (std::getline(lines, line) && !line.empty()) {
    EXPECT_LE(line.size(), 84U) << line;
    ++count;
  }
  EXPECT_LE(count, 6);
}

TEST(AgreementLines, SayHowManyCountsAgreeAndWhichDoNot) {
  EXPECT_EQ(agreement_lines({14, 14, false, {}}),
            "access model: 14 of 14 counts are equal to the hardware's\n");
  EXPECT_EQ(agreement_lines({2, 1, true, {"here: load sectors 4 predicted, 5 counted"}}),
            "access model: 1 of 2 counts are equal to the hardware's\n"
            "  here: load sectors 4 predicted, 5 counted\n");
}

TEST(ProfileText, CutsNothingWhereTextIsWhole) {
  Results results = sample_profile();
  const std::string name(40, 'v');
  const std::string reason(150, 'r');
  results.cases[0].variant = results.cases[0].compared_with = name;
  results.cases[0].models[Model::kokkos] = {Status::no_equivalent, reason, {}, {}};
  const std::string text = profile_text(results, {.whole = true});
  EXPECT_THAT(text, HasSubstr("  " + name + " "));
  EXPECT_THAT(text, HasSubstr(reason + "\n"));
}

}  // namespace
}  // namespace tilebridge::terminal
