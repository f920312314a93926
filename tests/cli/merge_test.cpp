// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "results/recomputation.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

/// Two files of a run: one has its first case, the other the rest.
void write_parts(const TemporaryFolder& folder) {
  Results first = sample_results();
  Results rest = sample_results();
  first.cases.resize(1);
  first.self_check.reset();
  rest.cases.erase(rest.cases.begin());
  write_results(folder / "a.json", first);
  write_results(folder / "b.json", rest);
}

TEST(CliMerge, PartsAreOneResultForEveryCommand) {
  const TemporaryFolder folder;
  write_parts(folder);
  write_results(folder / "whole.json", sample_results());
  EXPECT_EQ(output_of("merge a.json b.json -o all.json", folder),
            "wrote all.json: 4 cases of 2 files\n");
  const auto shown = [&](const std::string& arguments) { return output_of(arguments, folder); };
  EXPECT_EQ(shown("report all.json"), shown("report whole.json"));
  for (const char* format : {"csv", "junit"})
    EXPECT_EQ(shown(std::string("export all.json --format ") + format),
              shown(std::string("export whole.json --format ") + format));
  EXPECT_EQ(run_tilebridge("compare whole.json all.json", folder).status, 0);
}

TEST(CliMerge, WhatItWritesIsAResultFile) {
  const TemporaryFolder folder;
  write_parts(folder);
  ASSERT_EQ(run_tilebridge("merge a.json b.json -o all.json", folder).status, 0);
  EXPECT_EQ(schema_error(file_text(folder / "all.json")), "");
  const Results all = read_results(folder / "all.json");
  EXPECT_EQ(all.program["command_line"][1], "merge");
  EXPECT_EQ(all.program["parts"][1]["file"], "b.json");
}

TEST(CliMerge, RefusesInOneLineWithStatusTwo) {
  const TemporaryFolder folder;
  write_parts(folder);
  Results other = sample_results();
  other.device["name"] = "Another GPU";
  write_results(folder / "other.json", other);
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"a.json a.json -o all.json", "cannot merge 'a.json' and 'a.json': both have transpose/"},
      {"a.json other.json -o all.json",
       "cannot merge 'a.json' and 'other.json': device name: NVIDIA H200 -> Another GPU"},
      {"a.json none.json -o all.json", "cannot read 'none.json'"},
      {"a.json b.json -o b.json", "'b.json' is read; name another file with -o"},
      {"a.json b.json -o other.json", "'other.json' already exists"},
      {"a.json -o all.json", "'a.json' is one file; merge takes two or more"},
      {"a.json --compact -o all.json", "cold: it has no medians of blocks: an older tilebridge"},
      {"a.json b.json", "--output is required"}};
  for (const auto& [arguments, message] : wrong) {
    expect_refused(run_tilebridge("merge " + arguments, folder), message);
    EXPECT_FALSE(std::filesystem::exists(folder / "all.json")) << arguments;
  }
  EXPECT_EQ(run_tilebridge("merge a.json b.json -o other.json --overwrite", folder).status, 0);
}

/// A run on the host, and its compact file.
class CliCompact : public RunningTest {
 protected:
  void SetUp() override {
    RunningTest::SetUp();
    if (IsSkipped()) return;
    const Outcome run = run_tilebridge(
        "run stride/copy dot/parallel_reduce --platform host --budget 0.01 "
        "--set n=4096,stride=1 -o run.json",
        folder_);
    ASSERT_EQ(run.status, 0);
    const Outcome compact = run_tilebridge("merge --compact run.json -o compact.json", folder_);
    ASSERT_EQ(compact.status, 0);
    EXPECT_THAT(compact.out, HasSubstr("wrote compact.json: "));
    EXPECT_THAT(compact.out, HasSubstr(" of 1 file\n"));
  }
};

TEST_F(CliCompact, EveryTimeAndRatioFollowsFromIt) {
  EXPECT_EQ(schema_error(file_text(folder_ / "compact.json")), "");
  const Results run = read_results(folder_ / "run.json");
  const Results compact = read_results(folder_ / "compact.json");
  const Recomputation found = recompute(compact);
  EXPECT_THAT(found.different, testing::IsEmpty());
  EXPECT_THAT(found.impossible, testing::IsEmpty());
  EXPECT_EQ(found.from_samples, 0);
  EXPECT_GT(found.from_medians, 3);
  EXPECT_EQ(found.from_medians, recompute(run).from_medians);
  EXPECT_TRUE(recompute(run).is_good());
  EXPECT_LT(std::filesystem::file_size(folder_ / "compact.json"),
            std::filesystem::file_size(folder_ / "run.json"));
}

TEST_F(CliCompact, EveryCommandSaysTheSameOfIt) {
  for (const char* command : {"report", "report --summary", "export --format junit"})
    EXPECT_EQ(output_of(std::string(command) + " compact.json", folder_),
              output_of(std::string(command) + " run.json", folder_));
  for (const char* metric : {"time", "ratio"}) {
    const Outcome outcome =
        run_tilebridge("compare run.json compact.json --metric " + std::string(metric), folder_);
    EXPECT_THAT(outcome.status, AnyOf(0, 4));  // 4 where a host's times vary too much to tell
    EXPECT_THAT(outcome.out, HasSubstr(": 0 slower, 0 invalid, 0 faster, "));
  }
}

TEST_F(CliCompact, AChangedBlockIsSeen) {
  Results changed = read_results(folder_ / "compact.json");
  double& median = changed.cases[0].kernels.begin()->second.timing->block_medians[2];
  median = six_digits(median * 1.001);
  write_results(folder_ / "changed.json", changed);
  EXPECT_EQ(recompute(read_results(folder_ / "changed.json")).different.size(), 1U);
  expect_refused(run_tilebridge("merge --compact changed.json -o again.json", folder_),
                 "it does not follow from its blocks: stride/copy");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "again.json"));
}

TEST(CliMerge, AMergedFileIsNotResumed) {
  const TemporaryFolder folder;
  write_parts(folder);
  ASSERT_EQ(run_tilebridge("merge a.json b.json -o all.json", folder).status, 0);
  const Outcome outcome = run_tilebridge("run --resume all.json", folder);
  if (outcome.status == 5) GTEST_SKIP() << outcome.err;
  expect_refused(outcome, "it was not written by `tilebridge run`");
}

}  // namespace
}  // namespace tilebridge::cli
