// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "judge/course.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

Outcome follow(const std::string& words) {
  const TemporaryFolder folder;
  return run_tilebridge("follow " + words, folder);
}

TEST(CliFollow, ListsTheSectionsOfADocument) {
  const Outcome outcome = follow("D5");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("  §1.3 Banks"));
  EXPECT_THAT(outcome.out, HasSubstr("Begin: tilebridge follow D5 Overview"));
}

TEST(CliFollow, ShowsASectionAndWhatAFileSaysOfIt) {
  const Outcome outcome = follow("D5 1.3 '" TILEBRIDGE_RESULTS "/h200-full.json'");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("$ tilebridge run bank_conflict"));
  EXPECT_THAT(outcome.out, HasSubstr("D5-1.3-stride-2 "));
  EXPECT_THAT(outcome.out, HasSubstr("Next: tilebridge follow D5 2.1"));
}

TEST(CliFollow, FindsASectionByTheBeginningOfItsHeading) {
  EXPECT_THAT(follow("D4 registers '" TILEBRIDGE_RESULTS "/h200-full.json'").out,
              HasSubstr("D4 Registers"));
}

TEST(CliFollow, NamesWhatItKnows) {
  const Outcome document = follow("D6");
  EXPECT_EQ(document.status, 2);
  EXPECT_THAT(document.err, HasSubstr("unknown document 'D6'"));
  const Outcome section = follow("D5 9.9");
  EXPECT_EQ(section.status, 2);
  EXPECT_THAT(section.err, HasSubstr("unknown section '9.9'; `tilebridge follow D5` shows them"));
}

TEST(Course, CommandsAreThoseAfterThePrompt) {
  const judge::CourseSection section{
      "§1", "§1 One", "```console\n$ tilebridge run stride --set n=1   # needs a GPU\n…\n```\n"};
  EXPECT_THAT(section.commands(), testing::ElementsAre("run stride --set n=1"));
}

}  // namespace
}  // namespace tilebridge::cli
