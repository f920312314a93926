// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "base/text.hpp"
#include "sources/sources.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string h200 = "'" TILEBRIDGE_RESULTS "/h200-models.json'";

TEST(CliClaims, ListsTheClaimsWithoutResults) {
  const std::string out = output_of("claims");
  EXPECT_THAT(out, testing::ContainsRegex("D1-2.2-stride-32 +§2.2, stated 32.8× \\(RTX 4090\\)"));
  EXPECT_THAT(out, Not(HasSubstr("reproduced")));
}

TEST(CliClaims, SaysWhatAFileReproducesIn100Columns) {
  const std::string out = output_of("claims " + h200);
  EXPECT_THAT(out, testing::StartsWith("NVIDIA H200 (sm_90)"));
  EXPECT_THAT(out, HasSubstr("1.25 transactions: not reproduced: "));
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 100U) << line;
}

TEST(CliClaims, ARunOnACpuReproducesNothing) {
  const TemporaryFolder folder;
  if (const std::string why = why_not_runnable(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run_tilebridge("run dot --platform host --set n=1000 -o r.json", folder).status, 0);
  EXPECT_THAT(output_of("claims r.json", folder),
              HasSubstr("279 claims: 279 not tested on this device\n"));
}

TEST(CliClaims, ItemsNameCommandsThatExist) {
  std::set<std::string> commands;
  const std::regex command("tilebridge (\\w+)");
  for (const sources::SourceFile& file : sources::documents()) {
    const std::string text(file.text);
    for (std::sregex_iterator found(text.begin(), text.end(), command), end; found != end; ++found)
      commands.insert((*found)[1]);
  }
  EXPECT_THAT(commands, testing::Contains("explain"));
  for (const std::string& command : commands)
    EXPECT_EQ(run_tilebridge("help " + command).status, 0) << command;
}

TEST(CliClaims, ItemsSayWhereTheyAreRun) {
  const std::string out = output_of("claims --items");
  EXPECT_THAT(out, HasSubstr(" items: what the documents show or state"));
  EXPECT_THAT(out, HasSubstr("RTX 4090: 82.6 TFLOP/s, 1008 GB/s"));
  EXPECT_EQ(run_tilebridge("claims --items r.json").status, 2);
}

TEST(CliClaims, AMistakeIsOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  std::ofstream(folder / "cut.json") << R"({"schema_version": 3, "cases": [)";
  for (const std::string file : {"cut.json", "none.json"})
    expect_refused(run_tilebridge("claims " + file, folder), "tilebridge: cannot read '");
}

}  // namespace
}  // namespace tilebridge::cli
