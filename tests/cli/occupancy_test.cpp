// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(CliOccupancy, ShowsLimitsAndMarksTheBlockSizeAskedFor) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_tilebridge("occupancy --arch sm_90 --threads 256 --registers 32 --shared 16Ki", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("32 blocks, 64 warps, 65536 registers, 228 KiB"));
  EXPECT_THAT(outcome.out, HasSubstr("CUDA Programming Guide 13"));
  EXPECT_THAT(outcome.out, HasSubstr("32 registers per thread, 16 KiB of shared memory per block"));
  EXPECT_THAT(outcome.out,
              ContainsRegex("\n> +256 +8 +64 +100.0% +32 +8 +8 +13  warps, registers\n"));
  EXPECT_THAT(outcome.out,
              ContainsRegex("\n  +32 +13 +13 +20.3% +32 +64 +64 +13  shared memory\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\n  +1024 +2 "));
}

TEST(CliOccupancy, WithoutThreadsNothingIsMarked) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("occupancy --arch 9.0 --registers 32", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr(">")));
}

TEST(CliOccupancy, ABlockSizeBetweenTwoGetsItsOwnRowInOrder) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_tilebridge("occupancy --arch 90 --registers 32 --threads 100", folder);
  EXPECT_THAT(outcome.out, ContainsRegex("\n  +96 [^\n]*\n> +100 [^\n]*\n  +128 "));
}

TEST(CliOccupancy, SaysWhyABlockCannotBeLaunched) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_tilebridge("occupancy --arch sm_90 --threads 2048 --registers 72", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("\n> +2048 +0 [^\n]*over 1024 threads per block\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\n  +1024 +0 [^\n]*over 65536 registers per block\n"));
}

TEST(CliOccupancy, WhatNoBlockCanHaveIsAnErrorThatSaysTheLimit) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--registers 300", "--registers 300: a thread of sm_90 has at most 255 registers"},
      {"--registers 300 --json", "--registers 300: a thread of sm_90 has at most 255 registers"},
      {"--registers 32 --shared 1Mi",
       "--shared 1Mi: a block of sm_90 has at most 227 KiB of shared memory"}};
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = run_tilebridge("occupancy --arch sm_90 " + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.err, "tilebridge: " + message + "\n");
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(CliOccupancy, FitsIntoAHundredColumns) {
  const TemporaryFolder folder;
  for (const char* arguments :
       {"--arch sm_90 --registers 255 --threads 1Mi --shared 227Ki", "--arch sm_90 --registers 32",
        "--arch sm_90 --registers 72 --shared 227Ki", "--arch sm_10 --registers 128 --shared 12345",
        "--arch sm_75 --registers 64 --shared 64Ki", "--arch sm_100 --registers 64"}) {
    std::istringstream lines(run_tilebridge(std::string("occupancy ") + arguments, folder).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(CliOccupancy, JsonHoldsTheSame) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge(
      "occupancy --arch sm_90 --threads 256 --registers 32 --shared 32Ki --json", folder);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["limits"]["arch"], "sm_90");
  EXPECT_EQ(json["limits"]["shared_bytes"], 228 * 1024);
  EXPECT_EQ(json["shared_bytes"], 32 * 1024);
  EXPECT_EQ(json["threads"], 256);
  ASSERT_EQ(json["block_sizes"].size(), 32U);
  const auto& row = json["block_sizes"][7];
  EXPECT_EQ(row["threads"], 256);
  EXPECT_EQ(row["blocks"], 6);
  EXPECT_EQ(row["occupancy"], 0.75);
  EXPECT_EQ(row["limiters"], nlohmann::json::array({"shared_memory"}));
  EXPECT_EQ(row["allowed"]["registers"], 8);
}

TEST(CliOccupancy, AnUnknownArchitectureGetsTheKnownOnes) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("occupancy --arch sm_99 --registers 32", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unknown architecture 'sm_99'; known are: sm_10, "));
  EXPECT_THAT(outcome.err, HasSubstr("sm_90"));
}

TEST(CliOccupancy, AGenerationGetsItsArchitectures) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("occupancy --arch Volta --registers 32", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unknown architecture 'Volta'; Volta is sm_70"));
}

TEST(CliOccupancy, WhatIsNoSizeIsAWrongUsage) {
  const TemporaryFolder folder;
  for (const char* arguments : {"--registers many", "--registers 0", "--registers 32 --threads 0",
                                "--registers 32 --shared 16Kb", "--registers 32 --shared -1", ""}) {
    const Outcome outcome =
        run_tilebridge(std::string("occupancy --arch sm_90 ") + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, ContainsRegex("^tilebridge: [^\n]+\n$")) << arguments;
  }
}

}  // namespace
}  // namespace tilebridge::cli
