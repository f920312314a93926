// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CliCosts, WithoutAFileTheyAreTheStoredOnes) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("costs", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\nstored results of NVIDIA H200, measured on 20"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\n  team_control/single +1[0-9] "));
  EXPECT_THAT(outcome.out, HasSubstr("instead: "));
  const auto json = nlohmann::json::parse(run_tilebridge("costs --format json", folder).out);
  EXPECT_FALSE(json["idioms"].empty());
  for (const auto& idiom : json["idioms"]) EXPECT_TRUE(idiom.contains("cost"));
  EXPECT_THAT(run_tilebridge("costs --format markdown", folder).out,
              HasSubstr("\n| idiom | cost | 95% interval | "));
}

TEST(CliCosts, AProfileAddsWhatWasCounted) {
  const TemporaryFolder folder;
  const std::string costs = "costs '" TILEBRIDGE_RESULTS "/h200-full.json'";
  const std::string profile = " --profile '" TILEBRIDGE_RESULTS "/h200-profile-idioms.json'";
  EXPECT_THAT(run_tilebridge(costs, folder).out, Not(HasSubstr("× the instructions")));
  for (const char* format : {"", " --format markdown"})
    EXPECT_THAT(run_tilebridge(costs + profile + format, folder).out,
                HasSubstr("× the instructions"));
}

TEST(CliCosts, AFileWithoutIdiomsSaysHowToMeasureThem) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  const Outcome outcome = run_tilebridge("costs r.json", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'r.json' has no measured idioms; measure them: tilebridge "
                                     "run idioms"));
}

TEST(CliCosts, AFileThatIsNoProfileIsRefusedAsOne) {
  const TemporaryFolder folder;
  const std::string file = "'" TILEBRIDGE_RESULTS "/h200-full.json'";
  const Outcome outcome = run_tilebridge("costs " + file + " --profile " + file, folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("has no counters; write it with: tilebridge profile idioms"));
}

TEST(CliCosts, TheyAreNamedWhereCodeHasThem) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_tilebridge("explain transpose/padded_tile", folder).out,
              HasSubstr("\n  team_control/vector_range: "));
}

TEST(CliCosts, CodeBeforeAndAfterIsShownWithAIdiom) {
  const TemporaryFolder folder;
  const std::string out =
      run_tilebridge("explain team_control/single --width 100 --all", folder).out;
  EXPECT_THAT(out, HasSubstr("instead: if (team.team_rank() == 0)\nholds if: vector length 1\n"));
  EXPECT_THAT(out, HasSubstr("\nbefore\nKokkos::single(Kokkos::PerTeam(team), "));
  EXPECT_THAT(out, HasSubstr("\ninstead, right everywhere\nif (team.team_rank() == 0)  //"));
  EXPECT_THAT(run_tilebridge("explain transpose/padded_tile_step1 --all", folder).out,
              HasSubstr("helpers to copy: backends/kokkos/techniques.hpp"));
}

}  // namespace
}  // namespace tilebridge::cli
