// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "cli/measured_commands.hpp"
#include "judge/course.hpp"
#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

Outcome follow(const std::string& words) { return run_tilebridge("follow " + words); }

TEST(CliFollow, ListsTheSectionsOfADocument) {
  const std::string out = output_of(follow("D5"));
  EXPECT_THAT(out, HasSubstr("  §1.3 Banks"));
  EXPECT_THAT(out, HasSubstr("Begin: tilebridge follow D5 Overview"));
}

TEST(CliFollow, ShowsASectionAndWhatAFileSaysOfIt) {
  const std::string out = output_of(follow("D5 1.3 '" TILEBRIDGE_RESULTS "/h200-models.json'"));
  EXPECT_THAT(out, HasSubstr("$ tilebridge run bank_conflict"));
  EXPECT_THAT(out, HasSubstr("D5-1.3-stride-2 "));
  EXPECT_THAT(out, HasSubstr("Next: tilebridge follow D5 2.1"));
}

TEST(CliFollow, InATerminalAsksBeforeItAnswers) {
  if (!is_installed("python3")) GTEST_SKIP() << "no python3, whose pty is the terminal";
  const std::string words = " follow D5 1.3 '" TILEBRIDGE_RESULTS "/h200-models.json'";
  const auto in_a_terminal = [&](const std::string& options) {
    return run_command(
               "echo 'eight turns' | python3 -c \"import pty, sys; "
               "pty.spawn(['sh', '-c', sys.argv[1]])\" \"" TILEBRIDGE_PROGRAM +
               words + options + "\"")
        .out;
  };
  const std::string asked = in_a_terminal("");
  const std::size_t prompt = asked.find("Your prediction (or Enter): ");
  ASSERT_NE(prompt, std::string::npos) << asked;
  EXPECT_LT(asked.find("Predict stride 24"), prompt);
  EXPECT_GT(asked.find("$ tilebridge run bank_conflict"), prompt);
  EXPECT_GT(asked.find("You predicted: eight turns"), asked.find("$ tilebridge run bank_conflict"));
  EXPECT_EQ(in_a_terminal(" --answers").find("Your prediction"), std::string::npos);
}

TEST(CliFollow, WithoutAGpuTheStoredResultsAreLookedIn) {
  const Outcome outcome = follow("D5 1.3");
  if (outcome.out.find("Nothing was run") == std::string::npos) GTEST_SKIP() << "a GPU is here";
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("stored results of NVIDIA H200"));
  EXPECT_THAT(outcome.out, HasSubstr("D5-1.3-stride-2 "));
}

TEST(CourseSection, AsksAndAnswersAllOfItsText) {
  std::size_t asking = 0, all = 0;
  for (const char* document : {"D1", "D2", "D3", "D4", "D5"})
    for (const judge::CourseSection& section : judge::course_page(document)->sections) {
      EXPECT_EQ(section.question() + section.answer(), section.text);
      EXPECT_EQ(section.question().find("```console"), std::string::npos)
          << document << section.key;
      asking += section.question().empty() ? 0 : 1;
      ++all;
    }
  EXPECT_GT(asking + 3, all) << "nearly every section asks before it answers";
}

TEST(CliFollow, ShowsWhereASectionIsTaughtAndWhatItsDocumentSays) {
  const std::string out = output_of(follow("D2 4.1 '" TILEBRIDGE_RESULTS "/h200-models.json'"));
  EXPECT_THAT(out, HasSubstr("D2 §4.1 Alignment"));
  EXPECT_THAT(out, HasSubstr("$ tilebridge run offset/copy"));
  EXPECT_THAT(out, HasSubstr("D2 says: 16 bytes off cost a second transaction"));
  EXPECT_THAT(out, HasSubstr("Taught in layout §3 (docs/course/layout.md)"));
  EXPECT_THAT(out, HasSubstr("D2-4.1-misaligned"));
  EXPECT_THAT(out, testing::Not(HasSubstr("<")));
}

TEST(CliFollow, FindsASectionByTheBeginningOfItsHeading) {
  EXPECT_THAT(follow("D4 registers '" TILEBRIDGE_RESULTS "/h200-models.json'").out,
              HasSubstr("D4 Registers"));
}

TEST(CliFollow, NamesWhatItKnows) {
  expect_refused(follow("D6"), "unknown document 'D6'");
  expect_refused(follow("D5 9.9"), "unknown section '9.9'; `tilebridge follow D5` shows them");
}

/// In a folder of its own, with a program that writes a result file unless it is to fail.
class CliMeasuredCommands : public testing::Test {
 protected:
  CliMeasuredCommands() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
    write_results("sample.json", sample_results());
    std::ofstream("program") << "#!/bin/sh\n[ $2 = bad ] && exit 5\ncp sample.json $4\n";
    std::filesystem::permissions("program", std::filesystem::perms::owner_all);
  }
  ~CliMeasuredCommands() override { std::filesystem::current_path(before_); }

  std::filesystem::path before_;
  TemporaryFolder folder_;
  MeasuredCommands commands_ = {folder_ / "program", "follow-D5"};
};

TEST_F(CliMeasuredCommands, LeaveTheirResultFiles) {
  commands_.run("run good");
  commands_.run("run good");
  ASSERT_EQ(commands_.files().size(), 2U);
  EXPECT_THAT(commands_.files()[1], testing::MatchesRegex("follow-D5-.*-2.json"));
  EXPECT_EQ(commands_.results().size(), 2U);
  for (const std::string& file : commands_.files()) EXPECT_TRUE(std::filesystem::exists(file));
}

TEST_F(CliMeasuredCommands, OneThatFailsLeavesTheFilesOfThoseBefore) {
  commands_.run("run good");
  EXPECT_THAT([&] { commands_.run("run bad"); },
              testing::ThrowsMessage<Error>(
                  testing::AllOf(HasSubstr("'tilebridge run bad' ended with status 5"),
                                 HasSubstr("what was measured is in " + commands_.files().at(0)))));
  EXPECT_TRUE(std::filesystem::exists(commands_.files().at(0)));
}

TEST(Course, CommandsAreThoseAfterThePrompt) {
  const judge::CourseSection section{
      "§1", "§1 One", "```console\n$ tilebridge run stride --set n=1   # needs a GPU\n…\n```\n"};
  EXPECT_THAT(section.commands(), testing::ElementsAre("run stride --set n=1"));
}

}  // namespace
}  // namespace tilebridge::cli
