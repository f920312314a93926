// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

TEST(CliHelp, WithoutACommandTheOverviewIsTheError) {
  const TemporaryFolder folder;
  const Outcome bare = run_command(TILEBRIDGE_PROGRAM, folder);
  EXPECT_EQ(bare.status, 2);
  EXPECT_EQ(bare.out, "");
  for (const char* text : {"\n  run ", "\n  compare ", "\n  devices ", "Examples:",
                           "tilebridge run transpose -o r.json", "tilebridge help COMMAND"})
    EXPECT_THAT(bare.err, HasSubstr(text));
  const Outcome help = run_tilebridge("help", folder);
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.out, bare.err);
  EXPECT_EQ(run_tilebridge("--help", folder).out, help.out);
}

TEST(CliHelp, OfACommandIsTheCommandsOwn) {
  const TemporaryFolder folder;
  for (const std::string command : {"run", "compare", "devices", "help"}) {
    const Outcome outcome = run_tilebridge("help " + command, folder);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, run_tilebridge(command + " --help", folder).out);
    EXPECT_THAT(outcome.out, HasSubstr("Usage: tilebridge " + command + " "));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("Examples:")));
  }
}

TEST(CliHelp, AnUnknownCommandGetsASuggestion) {
  const TemporaryFolder folder;
  for (const char* arguments : {"rnu", "help rnu"}) {
    const Outcome outcome = run_tilebridge(arguments, folder);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "tilebridge: unknown command 'rnu'; did you mean 'run'?\n");
  }
  EXPECT_EQ(run_tilebridge("measure", folder).err,
            "tilebridge: unknown command 'measure'; `tilebridge help` shows them\n");
}

TEST(CliHelp, DescriptionsBeginLikeSentences) {
  const TemporaryFolder folder;
  std::istringstream lines(run_tilebridge("help", folder).out);
  std::string line;
  while (std::getline(lines, line) && line != "Subcommands:") continue;
  while (std::getline(lines, line) && !line.empty()) {
    if (line[2] == ' ') continue;  // goes on from the line above
    const std::size_t text = line.find_first_not_of(' ', line.find(' ', 2));
    ASSERT_NE(text, std::string::npos) << line;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(line[text]))) << line;
  }
}

}  // namespace
}  // namespace tilebridge::cli
