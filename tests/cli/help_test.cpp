// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/text.hpp"
#include "tests/cli/command.hpp"
#include "tests/write/width.hpp"

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
  EXPECT_EQ(output_of("--help", folder), help.out);
}

TEST(CliHelp, OfACommandIsTheCommandsOwn) {
  for (const std::string command : {"run", "compare", "devices", "help"}) {
    const std::string out = output_of("help " + command);
    EXPECT_EQ(out, output_of(command + " --help"));
    EXPECT_THAT(out, HasSubstr("Usage: tilebridge " + command + " "));
    EXPECT_THAT(out, testing::Not(HasSubstr("Examples:")));
  }
}

TEST(CliHelp, AnUnknownCommandGetsASuggestion) {
  for (const char* arguments : {"rnu", "help rnu"})
    expect_refused(run_tilebridge(arguments), ": unknown command 'rnu'; did you mean 'run'?\n");
  EXPECT_EQ(run_tilebridge("measure").err,
            "tilebridge: unknown command 'measure'; `tilebridge help` shows them\n");
}

TEST(CliHelp, DescriptionsBeginLikeSentences) {
  std::istringstream lines(output_of("help"));
  std::string line;
  while (std::getline(lines, line) && line != "Measure:") continue;
  while (std::getline(lines, line) && line != "Examples:") {
    if (!line.starts_with("  ") || line[2] == ' ') continue;  // a title, or continues a line
    const std::size_t text = line.find_first_not_of(' ', line.find(' ', 2));
    ASSERT_NE(text, std::string::npos) << line;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(line[text]))) << line;
  }
}

TEST(CliHelp, HasTheCommandsInGroupsThatBeginWithRun) {
  const std::string out = output_of("help");
  std::size_t at = 0;
  for (const char* text :
       {"\nMeasure:\n  run ", "\nUnderstand:\n  report ", "\nCompare:\n  compare ",
        "\nYour code:\n  new ", "\nThis program:\n  help "}) {
    const std::size_t found = out.find(text);
    ASSERT_NE(found, std::string::npos) << text;
    EXPECT_GT(found, at) << text;
    at = found;
  }
}

TEST(CliHelp, FitsIntoTheTerminal) {
  for (const char* arguments : {"help", "help run", "compare --help", "help report", "help tune",
                                "help new", "help scan", "help port", "help costs"})
    for (const std::size_t width : {60U, 80U, 140U}) {
      const std::string line =
          "COLUMNS=" + std::to_string(width) + " " TILEBRIDGE_PROGRAM " " + arguments;
      expect_columns(run_command(line).out, width);
    }
}

TEST(CliHelp, WhatAnOptionDoesIsBesideItsNameWhereItFits) {
  EXPECT_THAT(output_of("help new"), testing::ContainsRegex("\n  --team +The "));
  EXPECT_THAT(output_of("help scan"), testing::ContainsRegex("\n  --fail-above FLOAT +Exit "));
}

TEST(CliHelp, OfReportHasItsQuestionsInOrder) {
  const std::string out = output_of("help report");
  std::size_t at = 0;
  for (const char* option : {"--summary", "--porting", "--portability", "--limits", "--releases",
                             "--svg", "--format text|markdown|json|csv"}) {
    const std::size_t found = out.find(std::string("\n  ") + option);
    ASSERT_NE(found, std::string::npos) << option;
    EXPECT_GT(found, at) << option;
    at = found;
  }
}

TEST(CliHelp, OfTuneBeginsWithWhatASettingIs) {
  const std::string out = output_of("help tune");
  EXPECT_LT(out.find("A setting changes how a kernel is launched"), out.find("Usage: "));
  EXPECT_LT(out.find("--exhaustive"), out.find("As for `tilebridge run`:\n"));
  EXPECT_GT(out.find("--preset"), out.find("As for `tilebridge run`:\n"));
  EXPECT_THAT(output_of("help"), testing::Not(HasSubstr("A setting changes")));
}

TEST(CliHelp, WhatIsNoCommandLineIsOneLineThatSaysWhatToDo) {
  const auto expect_error = [&](const std::string& arguments, const std::string& message) {
    expect_refused(run_tilebridge(arguments), "tilebridge: " + message + "\n");
  };
  expect_error("--verson", "unknown option '--verson'; did you mean '--version'?");
  expect_error("report --sumary r.json", "unknown option '--sumary'; did you mean '--summary'?");
  expect_error("run --presett=full", "unknown option '--presett'; did you mean '--preset'?");
  expect_error(
      "compare base.json",
      "new is required: tilebridge compare base new; `tilebridge help compare` shows more");
  expect_error("kernels",
               "log is required: tilebridge kernels log; `tilebridge help kernels` shows "
               "more");
  expect_error("run --preset",
               "--preset needs a value: quick|standard|full; `tilebridge help run` "
               "shows what is taken");
  expect_error("devices 3",
               "'3' is one argument too many; `tilebridge help devices` shows what is "
               "taken");
}

}  // namespace
}  // namespace tilebridge::cli
