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
  const std::string out = output_of("costs");
  EXPECT_THAT(out, HasSubstr("\nstored results of NVIDIA H200, measured on 20"));
  EXPECT_THAT(out, testing::ContainsRegex("\n  team_control/single +[12][0-9] "));
  EXPECT_THAT(out, HasSubstr("instead: "));
  const auto json = nlohmann::json::parse(output_of("costs --format json"));
  EXPECT_FALSE(json["idioms"].empty());
  for (const auto& idiom : json["idioms"]) EXPECT_TRUE(idiom.contains("cost"));
  EXPECT_THAT(output_of("costs --format markdown"),
              HasSubstr("\n| idiom | cost | 95% interval | "));
}

TEST(CliCosts, AProfileAddsWhatWasCounted) {
  const std::string costs = "costs '" TILEBRIDGE_RESULTS "/h200-models.json'";
  const std::string profile = " --profile '" TILEBRIDGE_RESULTS "/h200-profile.json'";
  EXPECT_THAT(output_of(costs), Not(HasSubstr("× the instructions")));
  for (const char* format : {"", " --format markdown"})
    EXPECT_THAT(output_of(costs + profile + format), HasSubstr("× the instructions"));
}

TEST(CliCosts, AFileWithoutIdiomsSaysHowToMeasureThem) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  expect_refused(run_tilebridge("costs r.json", folder),
                 "'r.json' has no measured idioms; measure them: tilebridge "
                 "run idioms");
}

TEST(CliCosts, AFileThatIsNoProfileIsRefusedAsOne) {
  const std::string file = "'" TILEBRIDGE_RESULTS "/h200-models.json'";
  expect_refused(run_tilebridge("costs " + file + " --profile " + file),
                 "has no counters; write it with: tilebridge profile idioms");
}

TEST(CliCosts, TheyAreNamedWhereCodeHasThem) {
  EXPECT_THAT(output_of("explain transpose/padded_tile"),
              HasSubstr("\n  team_control/vector_range: "));
}

TEST(CliCosts, CodeBeforeAndAfterIsShownWithAIdiom) {
  const std::string out = output_of("explain team_control/single --width 100 --all");
  EXPECT_THAT(out, HasSubstr("instead: if (team.team_rank() == 0)\nholds if: vector length 1\n"));
  EXPECT_THAT(out, HasSubstr("\nbefore\nKokkos::single(Kokkos::PerTeam(team), "));
  EXPECT_THAT(out, HasSubstr("\ninstead, right everywhere\nif (team.team_rank() == 0)  //"));
  EXPECT_THAT(output_of("explain transpose/padded_tile_step1 --all"),
              HasSubstr("helpers to copy: backends/kokkos/techniques.hpp"));
}

}  // namespace
}  // namespace tilebridge::cli
