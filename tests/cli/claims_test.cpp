// SPDX-License-Identifier: Apache-2.0
#include "judge/claims.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"
#include "results/file.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string h200 = "'" TILEBRIDGE_RESULTS "/h200-full.json'";

TEST(CliClaims, ListsTheClaimsWithoutResults) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("claims", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("D1-2.2-stride-32 +§2.2, stated 32.8× \\(RTX 4090\\)"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("reproduced")));
}

TEST(CliClaims, SaysWhatAFileReproducesIn100Columns) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("claims " + h200, folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::StartsWith("NVIDIA H200 (sm_90)"));
  EXPECT_THAT(outcome.out, HasSubstr("modelled 1.25 transactions: not reproduced: "));
  EXPECT_THAT(outcome.out, HasSubstr("  histogram kokkos: 2 of 8 pairs, no better than chance\n"));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 100U) << line;
}

TEST(CliClaims, ARunOnACpuReproducesNothing) {
  const TemporaryFolder folder;
  if (const std::string why = why_not_runnable(folder); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run_tilebridge("run dot --platform host --set n=1000 -o r.json", folder).status, 0);
  const std::string out = run_tilebridge("claims r.json", folder).out;
  EXPECT_THAT(out, HasSubstr("claims: 0 reproduced, 0 more than stated, 0 not reproduced, "));
}

TEST(CliClaims, JsonHasEveryClaimOfADocument) {
  const TemporaryFolder folder;
  const auto json = nlohmann::json::parse(
      run_tilebridge("claims " + h200 + " --format json --document D3", folder).out);
  EXPECT_EQ(json["device"]["name"], "NVIDIA H200");
  EXPECT_EQ(json["claims"].size(), judge::documents()[2].claims.size());
}

TEST(CliClaims, ListsTheItemsAndTheOldNameSaysSo) {
  const TemporaryFolder folder;
  const Outcome items = run_tilebridge("claims --items --document D5", folder);
  EXPECT_EQ(items.status, 0);
  EXPECT_THAT(items.out, HasSubstr("listing `mixed_shared` and its launch (listing)\n"
                                   "    shared_kinds/mixed, "));
  const Outcome old = run_tilebridge("coverage --document D5", folder);
  EXPECT_EQ(old.out, items.out);
  EXPECT_EQ(old.err, "tilebridge: `coverage` is now `tilebridge claims --items`\n");
  const auto json =
      nlohmann::json::parse(run_tilebridge("claims --items --format json", folder).out);
  EXPECT_THAT(json["items"].size(), testing::Gt(200U));
}

TEST(CliClaims, ItemsNameCommandsThatExist) {
  std::set<std::string> commands;
  for (const judge::Document& document : judge::documents())
    for (const judge::Item& item : document.items)
      for (const std::string& place : item.places)
        if (place.starts_with("tilebridge ")) commands.insert(place.substr(11));
  EXPECT_THAT(commands, testing::Contains("explain"));
  const TemporaryFolder folder;
  for (const std::string& command : commands)
    EXPECT_EQ(run_tilebridge("help " + command, folder).status, 0) << command;
}

TEST(CliClaims, AMistakeIsOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  std::ofstream(folder / "cut.json") << R"({"schema_version": 1, "cases": [)";
  for (const auto& [arguments, error] : std::vector<std::pair<std::string, std::string>>{
           {"--document D22", "unknown document 'D22'; did you mean 'D2'?"},
           {"--format markdown", "unknown format 'markdown'; "},
           {"--items cut.json", "the items need no result file; "},
           {"cut.json", "cannot read '"},
           {"none.json", "cannot read '"}}) {
    const Outcome outcome = run_tilebridge("claims " + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, testing::StartsWith("tilebridge: " + error)) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << arguments;
  }
}

}  // namespace
}  // namespace tilebridge::cli
