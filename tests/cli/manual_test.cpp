// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <regex>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The names of the subcommands that --help shows, under a heading that CLI11 2.6 has in capitals.
std::vector<std::string> subcommands(const TemporaryFolder& folder) {
  std::istringstream help(run_tilebridge("--help", folder).out);
  std::string line;
  std::vector<std::string> names;
  while (std::getline(help, line))
    if (std::smatch found; std::regex_search(line, found, std::regex("^  ([a-z]+)  ")))
      names.push_back(found[1]);
  return names;
}

TEST(CliManual, HasAPageForEverySubcommandWithItsOptions) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_tilebridge("manual pages", folder).status, 0);
  const std::string program = read_text(folder / "pages/tilebridge.1");
  const std::vector<std::string> names = subcommands(folder);
  EXPECT_EQ(names.size(), 22U);
  for (const std::string& name : names) {
    const std::string page = read_text(folder / ("pages/tilebridge-" + name + ".1"));
    EXPECT_THAT(page, HasSubstr("\\fBtilebridge " + name + "\\fR [options]"));
    EXPECT_THAT(page, HasSubstr("\\fB\\-\\-help\\fR"));
    EXPECT_THAT(program, HasSubstr("\\fBtilebridge\\-" + name + "\\fR(1)"));
  }
  EXPECT_THAT(program, Not(HasSubstr("manual")));
}

TEST(CliManual, SaysWhatAnOptionTakesAndWhatItIsWithoutIt) {
  const TemporaryFolder folder;
  run_tilebridge("manual pages", folder);
  EXPECT_THAT(
      read_text(folder / "pages/tilebridge-run.1"),
      HasSubstr(".TP\n\\fB\\-\\-preset\\fR \\fIquick|standard|full\\fR\n"
                "How many parameter values to run, and how long: a few, the usual ones, or all "
                "(default: quick)\n"));
}

TEST(CliManual, HasTheExitStatusesOfTheDocumentation) {
  const TemporaryFolder folder;
  run_tilebridge("manual pages", folder);
  const std::string page =
      std::regex_replace(read_text(folder / "pages/tilebridge.1"), std::regex("\\\\-"), "-");
  std::string method =
      std::regex_replace(read_text(TILEBRIDGE_DOCS "/method.md"), std::regex("`"), "");
  method.erase(0, method.find("## Exit status"));
  const std::regex row(R"(\| (\d+) \| (.*) \|\n)");
  int rows = 0;
  for (std::sregex_iterator found(method.begin(), method.end(), row), end; found != end; ++found) {
    EXPECT_THAT(page, HasSubstr(".TP\n" + (*found)[1].str() + "\n" + (*found)[2].str() + "\n"));
    ++rows;
  }
  EXPECT_EQ(rows, 9);
}

TEST(CliManual, IsCleanRoff) {
  const TemporaryFolder folder;
  if (!is_installed("mandoc", folder)) GTEST_SKIP() << "mandoc is not installed";
  run_tilebridge("manual pages", folder);
  EXPECT_EQ(run_command("mandoc -T lint -W warning pages/*.1 | grep -v 'missing date'", folder).out,
            "");
}

}  // namespace
}  // namespace tilebridge::cli
