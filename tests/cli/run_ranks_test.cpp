// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

constexpr const char* small = " --platform host --cache hot --budget 0.01 --set n=4096,stride=1 ";

class CliRanks : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  Outcome run(const std::string& arguments) const {
    return run_tilebridge("run stride/copy stride/add" + (small + arguments), folder_);
  }
  TemporaryFolder folder_;
};

TEST(CliRunDevices, WrongDevicesAreOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  for (const char* devices : {"first", "-1", "0,all", "1.5"}) {
    const Outcome outcome = run_tilebridge(std::string("run --device ") + devices, folder);
    EXPECT_EQ(outcome.status, 2) << devices;
    EXPECT_THAT(outcome.err, HasSubstr("--device takes numbers from 0")) << devices;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_THAT(run_tilebridge("run --ranks alternatin", folder).err,
              HasSubstr("unknown order 'alternatin'; did you mean 'alternating'?"));
}

TEST_F(CliRanks, SeveralDevicesGiveOneFile) {
  const Outcome outcome = run("--device 0,0,0 -o r.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(text_at(results.program, "ranks"), "alternating");
  EXPECT_EQ(results.ranks.size(), 3U);
  ASSERT_EQ(results.cases.size(), 2U);
  for (const CaseResult& c : results.cases) EXPECT_EQ(c.by_rank.size(), 3U);
  EXPECT_THAT(outcome.out, HasSubstr("3 ranks on 1 host, alternating"));
  const auto tables = [&](const std::string& text) {
    return text.substr(0, text.rfind("results:"));
  };
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.rank0.json"));
  EXPECT_EQ(run_tilebridge("report r.json", folder_).out, tables(outcome.out));
  EXPECT_EQ(run_tilebridge("claims r.json", folder_).status, 0);
}

TEST_F(CliRanks, AllDevicesOfAHostIsTheOne) {
  const Outcome outcome = run("--device all --ranks together -o r.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(results.ranks.size(), 1U);
  EXPECT_EQ(text_at(results.program, "ranks"), "together");
}

TEST_F(CliRanks, WhatIsWrongForAllIsSaidOnce) {
  const auto expect_once = [&](const std::string& arguments, const std::string& message) {
    const Outcome outcome = run("--device 0,0,0 " + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  expect_once("-o missing/r.json", "cannot write 'missing/r.json'");
  expect_once("--set n=16Gi", "no rank works; rank 0: ");
  expect_once("--self-check", "--self-check runs on one device");
}

/// Runs two cases on two devices, the second for a minute, and does `act` while that runs.
constexpr const char* before_act =
    "run stride/copy transpose/tile --platform host --device 0,0 --cache hot --budget 60 "
    "--half-width 1e-6 --set stride=1,n=4096,rows=2048,cols=2048 -o r.json ";
constexpr const char* until_first =
    " & pid=$!; for i in $(seq 5000); do [ -s r.rank0.json.journal ] && [ -s r.rank1.json.journal "
    "] "
    "&& break; kill -0 $pid || break; sleep 0.05; done; ";

TEST_F(CliRanks, ControlCKeepsTheFinishedExperiments) {
  const Outcome outcome = run_tilebridge(
      std::string(before_act) + "--ranks together" + until_first + "kill -INT $pid; wait $pid",
      folder_);
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept"));
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 1U);
  EXPECT_EQ(results.cases.front().by_rank.size(), 2U);
}

TEST_F(CliRanks, AKilledRunIsResumedOnEveryDevice) {
  const Outcome killed =
      run_tilebridge(std::string(before_act) + until_first + "kill -KILL $pid; wait $pid", folder_);
  EXPECT_EQ(killed.status, 137) << killed.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  for (const char* journal : {"r.rank0.json.journal", "r.rank1.json.journal"}) {
    EXPECT_EQ(read_results(folder_ / journal).cases.size(), 1U);
    std::string text = read_text(folder_ / journal);
    text.replace(text.find("\"budget_seconds\":60.0"), 21, "\"budget_seconds\":0.01");
    std::ofstream(folder_ / journal) << text;
  }
  const Outcome outcome = run_tilebridge("run --resume r.rank0.json.journal", folder_);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 2U);
  for (const CaseResult& c : results.cases) EXPECT_EQ(c.by_rank.size(), 2U);
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.rank0.json"));
  EXPECT_THAT(run_tilebridge("run --resume r.json", folder_).err,
              HasSubstr("there is no 'r.rank0.json'"));
}

TEST_F(CliRanks, OneThatIsKilledContinuesWithoutWhatItRan) {
  if (!is_installed("pgrep", folder_)) GTEST_SKIP() << "pgrep is not installed";
  std::string arguments = before_act;
  arguments.replace(arguments.find("--budget 60"), 11, "--budget 6");
  arguments.replace(arguments.find("rows=2048,cols=2048"), 19, "rows=512,cols=512");
  // Two seconds later both are in the kernels of the second case, which is prepared quickly.
  const Outcome outcome =
      run_tilebridge(arguments + "--ranks together " + until_first +
                         "sleep 2; kill -KILL $(pgrep -P $pid | head -n 1); wait $pid",
                     folder_);
  EXPECT_THAT(outcome.err, HasSubstr("rank 0: "));
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 2U);
  for (const CaseResult& c : results.cases) EXPECT_EQ(c.by_rank.size(), 2U);
}

TEST_F(CliRanks, AnErrorOfTheCommandLineIsTheFirstRanksToSay) {
  const std::string as_second = "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 ";
  const Outcome second = run_command(as_second + TILEBRIDGE_PROGRAM " run strid", folder_);
  EXPECT_EQ(second.err, "");
  const Outcome other = run_command(as_second + TILEBRIDGE_PROGRAM " explain strid", folder_);
  EXPECT_THAT(other.err, HasSubstr("strid"));
  EXPECT_EQ(other.status, 2);
}

}  // namespace
}  // namespace tilebridge::cli
