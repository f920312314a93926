// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

/// A history of nine commits, each of which says what a Kokkos built from it would do, and a
/// program that builds the model under test accordingly.
class CliBisect : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
    if (run_command("git --version", folder_).status != 0) GTEST_SKIP() << "there is no git";
    run_command(
        "git init -q kokkos && cd kokkos && git config user.name t && git config "
        "user.email t@t",
        folder_);
    const char* const history[] = {"fast", "fast", "fast", "fast", "fast",
                                   "slow", "slow", "slow", "slow"};
    int number = 0;
    for (const char* state : history) commit(state, number++);
    std::ofstream(folder_ / "build")
        << "#!/bin/sh\n"
           "if grep -q broken \"$1/state\"; then exit 1; fi\n"
           "echo \"$4\" > experiments\n"
           "cp " TILEBRIDGE_TEST_MODEL_FILE
           " \"$3\"\n"
           "if grep -q slow \"$1/state\"; then touch \"$3.slow\"; fi\n";
    run_command("chmod +x build", folder_);
  }

  void commit(const std::string& state, int number) const {
    run_command("cd kokkos && echo '" + state + " " + std::to_string(number) +
                    "' > state && git add state && git commit -q -m 'change " +
                    std::to_string(number) + "'",
                folder_);
  }

  Outcome bisect(const std::string& bad = "HEAD", const std::string& good = "HEAD~8") const {
    return run_tilebridge("bisect --kokkos kokkos --good " + good + " --bad " + bad +
                              " --build ./build --max-slowdown 0.3 -- stride/copy --platform host "
                              "--set n=200000,stride=1,real=float --cache hot --budget 0.01",
                          folder_);
  }

  TemporaryFolder folder_;
};

TEST_F(CliBisect, FindsTheFirstSlowCommitAndBuildsOnlyWhatItMust) {
  const Outcome outcome = bisect();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("the first slow commit: [0-9a-f]+ change 5\n"));
  EXPECT_THAT(outcome.err, testing::StartsWith("8 commits from HEAD~8 to HEAD\n"));
  EXPECT_EQ(read_text(folder_ / "experiments"), "stride\n");
  int built = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "bisect"))
    built += entry.path().extension() == ".so" ? 1 : 0;
  EXPECT_EQ(built, 5);  // both ends, and three between them

  std::filesystem::remove(folder_ / "build");  // whoever asks again is told what is known
  const Outcome again = bisect();
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_THAT(again.err, testing::Not(HasSubstr("building")));
  const Outcome other = bisect("HEAD~1");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("'bisect' holds another search; name another folder"));
}

TEST_F(CliBisect, ACommitThatDoesNotBuildIsPassedOver) {
  commit("fast", 9);
  commit("broken", 10);
  commit("slow", 11);
  const Outcome outcome = bisect("HEAD", "HEAD~2");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(" change 10: cannot tell\n"));
  EXPECT_THAT(outcome.out, HasSubstr(" change 11\nor one of the 1 before it, which could not be"));
}

TEST_F(CliBisect, WithoutASlowdownThereIsNothingToFind) {
  const Outcome outcome = bisect("HEAD~4");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_THAT(outcome.err,
              HasSubstr("'HEAD~4' is not slower than 'HEAD~8': there is nothing to find\n"));
}

TEST_F(CliBisect, WhatCannotBeBuiltWithOrWrittenIsOneLine) {
  const std::string command = "bisect --kokkos kokkos --good HEAD~1 --bad HEAD ";
  const Outcome no_program = run_tilebridge(command + "--build ./none -- stride", folder_);
  EXPECT_EQ(no_program.status, 2);
  EXPECT_THAT(no_program.err, HasSubstr("/none' to build with; "));
  const Outcome no_folder = run_tilebridge(command + "--folder build/b -- stride", folder_);
  EXPECT_EQ(no_folder.status, 2);
  EXPECT_THAT(no_folder.err, testing::StartsWith("tilebridge: cannot make the folder 'build/b': "));
}

TEST_F(CliBisect, WhatGitDoesNotKnowIsOneLine) {
  const Outcome outcome = bisect("no_such_commit");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, testing::StartsWith("tilebridge: git cannot read 'kokkos': "));
  const Outcome none = run_tilebridge(
      "bisect --kokkos kokkos --good HEAD --bad HEAD --build ./build -- stride", folder_);
  EXPECT_THAT(none.err, HasSubstr("no commit leads from 'HEAD' to 'HEAD'\n"));
}

}  // namespace
}  // namespace tilebridge::cli
