// SPDX-License-Identifier: Apache-2.0
// docs/tour.md, docs/gate.md and docs/your-own-code.md show what the program prints.
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

std::vector<std::string> lines_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A block of the page that begins with "$ tilebridge …", and what follows it there.
struct Shown {
  std::string arguments;
  std::vector<std::string> lines;
};

std::vector<Shown> shown_in(const std::string& page) {
  const std::string prompt = "$ tilebridge ";
  std::vector<Shown> all;
  bool in_block = false;
  for (const std::string& line : lines_in(page)) {
    if (line.starts_with(prompt)) {
      all.push_back({line.substr(prompt.size()), {}});
      in_block = true;
    } else if (line.starts_with("```")) {
      in_block = false;
    } else if (in_block) {
      all.back().lines.push_back(line);
    }
  }
  return all;
}

/// The first line of `shown` that `printed` does not have in its place; lines may be left out where
/// the page has an ….
std::string missing(const std::vector<std::string>& shown,
                    const std::vector<std::string>& printed) {
  auto at = printed.begin();
  bool gap = false;
  for (const std::string& line : shown) {
    if (line == "…") {
      gap = true;
      continue;
    }
    const auto found = gap ? std::find(at, printed.end(), line) : at;
    if (found == printed.end() || *found != line) return line;
    at = found + 1;
    gap = false;
  }
  return "";
}

TEST(CliTour, ShowsWhatTheProgramPrints) {
  const std::vector<Shown> all = shown_in(file_text(TILEBRIDGE_DOCS "/tour.md"));
  EXPECT_GE(all.size(), 5U);
  for (const Shown& shown : all) {
    const std::string arguments =
        std::regex_replace(shown.arguments, std::regex("h200-"), TILEBRIDGE_RESULTS "/h200-");
    const std::string out =
        output_of(run_command("COLUMNS=100 " TILEBRIDGE_PROGRAM " " + arguments));
    EXPECT_FALSE(shown.lines.empty()) << shown.arguments;
    EXPECT_EQ(missing(shown.lines, lines_in(out)), "") << shown.arguments;
  }
}

TEST(CliTour, TheGatesPageShowsWhatTheProgramPrints) {
  const std::vector<Shown> all = shown_in(file_text(TILEBRIDGE_DOCS "/gate.md"));
  ASSERT_EQ(all.size(), 1U);
  const Outcome outcome = run_command(
      "cd '" TILEBRIDGE_RESULTS "' && COLUMNS=100 " TILEBRIDGE_PROGRAM " " + all[0].arguments);
  EXPECT_EQ(outcome.status, 1);  // the page compares runs that differ
  EXPECT_GE(all[0].lines.size(), 20U);
  EXPECT_EQ(missing(all[0].lines, lines_in(outcome.out)), "");
}

/// Lines without spaces at their ends, as the page has them.
std::vector<std::string> trimmed(std::vector<std::string> lines) {
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

TEST(CliTour, ThePageOfYourOwnCodeShowsWhatAnApplicationDid) {
  std::vector<Shown> all = shown_in(file_text(TILEBRIDGE_DOCS "/your-own-code.md"));
  std::erase_if(all, [](const Shown& shown) { return !shown.arguments.starts_with("kernels "); });
  ASSERT_EQ(all.size(), 1U);
  const std::string out = output_of(
      run_command("cd '" TILEBRIDGE_RESULTS "' && " TILEBRIDGE_PROGRAM " " + all[0].arguments));
  EXPECT_GE(all[0].lines.size(), 30U);
  EXPECT_EQ(missing(all[0].lines, trimmed(lines_in(out))), "");
}

TEST(CliTour, FindsALineThatIsNotPrinted) {
  EXPECT_EQ(missing({"a", "…", "c"}, {"a", "b", "c"}), "");
  EXPECT_EQ(missing({"a", "c"}, {"a", "b", "c"}), "c");
  EXPECT_EQ(missing({"…", "c", "a"}, {"a", "b", "c"}), "a");
  EXPECT_EQ(missing({"b"}, {"a", "b"}), "b");
}

}  // namespace
}  // namespace tilebridge::cli
