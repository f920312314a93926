// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  for (const std::string& line : lines_of(text)) most = std::max(most, columns(line));
  return most;
}

TEST(CliList, HasALineForEveryExperiment) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command("COLUMNS= " TILEBRIDGE_PROGRAM " list", folder);
  EXPECT_EQ(outcome.status, 0);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), catalogue().size() + 3);
  auto line = lines.begin() + 1;
  for (const Experiment& e : catalogue()) {
    EXPECT_THAT(*line, testing::StartsWith("  " + e.name + " "));
    EXPECT_THAT(*line, HasSubstr(" " + std::string(name_of(e.family)) + " "));
    EXPECT_THAT(*line, testing::EndsWith((e.needs_gpu() ? " GPU   " : "       ") + e.question));
    ++line;
  }
  EXPECT_THAT(lines.back(), HasSubstr("tilebridge list EXPERIMENT, or --all"));
}

TEST(CliList, AllShowsEveryExperimentAndVariant) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command("COLUMNS=1000 " TILEBRIDGE_PROGRAM " list --all", folder);
  EXPECT_EQ(outcome.status, 0);
  for (const Experiment& e : catalogue()) {
    EXPECT_THAT(outcome.out, HasSubstr(e.question));
    for (const Variant& v : e.variants) EXPECT_THAT(outcome.out, HasSubstr(v.name));
  }
}

TEST(CliList, ARewrittenVariantStandsIndentedBehindItsVariant) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_command("COLUMNS=1000 " TILEBRIDGE_PROGRAM " list transpose", folder).out,
              testing::ContainsRegex(
                  "\n  padded_tile +loops +[^\n]*(\n    [^\n]*)*"
                  "\n  padded_tile_rewritten +rewritten +what it changes: [^\n]*(\n    [^\n]*)*"
                  "\n +kokkos [^\n]*, compared with native padded_tile\n"));
}

TEST(CliList, IsAsWideAsTheTerminal) {
  const TemporaryFolder folder;
  const auto width = [&](const std::string& environment, const std::string& arguments) {
    return widest(
        run_command(environment + " " TILEBRIDGE_PROGRAM " list " + arguments, folder).out);
  };
  EXPECT_LE(width("COLUMNS=", "--all"), 100U);
  EXPECT_LE(width("COLUMNS=70", "--all"), 70U);
  EXPECT_LE(width("COLUMNS=70", ""), 70U);
  EXPECT_GT(width("COLUMNS=140", "--all"), 110U);
  EXPECT_LE(width("COLUMNS=1", "--all"), 60U);  // not narrower than what is aligned
  EXPECT_LE(width("COLUMNS=many", "--all"), 100U);
}

TEST(CliList, JsonHasFamilyQuestionVariantsAndDefaults) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("list --json", folder);
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_GE(json["experiments"].size(), 3U);
  for (const auto& e : json["experiments"]) {
    for (const char* member : {"name", "family", "question", "parameters", "variants"})
      EXPECT_TRUE(e.contains(member)) << member;
    for (const auto& p : e["parameters"])
      EXPECT_TRUE(p.contains("words") ? p["default"].is_string()
                                      : p["default"].is_number_integer());
    for (const auto& v : e["variants"]) {
      EXPECT_TRUE(v["form"].is_string());
      EXPECT_FALSE(v["models"].empty());
    }
  }
}

TEST(CliList, OneExperimentAndAnUnknownOne) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_tilebridge("list dot", folder).out, Not(HasSubstr("transpose")));
  const Outcome unknown = run_tilebridge("list dott", folder);
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err, "tilebridge: unknown experiment 'dott'; did you mean 'dot'?\n");
}

TEST(CliList, ManyUnknownNamesAreNotListed) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_tilebridge("list nope", folder).err,
            "tilebridge: unknown experiment 'nope'; `tilebridge list` shows them\n");
  EXPECT_THAT(run_tilebridge("explain unmeasured/fence", folder).err,
              testing::HasSubstr("`tilebridge scan` says all that is known of it\n"));
}

TEST(CliList, AVariantShowsItselfAlone) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("list transpose/padded_tile", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\n  padded_tile "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\n  vector_tile ")));
  const auto json =
      nlohmann::json::parse(run_tilebridge("list --json transpose/padded_tile", folder).out);
  EXPECT_EQ(json["experiments"][0]["variants"].size(), 1U);
  EXPECT_THAT(run_tilebridge("list transpose/padded", folder).err,
              HasSubstr("did you mean 'padded_tile'?"));
}

TEST(CliList, AFamilyShowsItsExperiments) {
  const TemporaryFolder folder;
  const std::string out = run_tilebridge("list execution", folder).out;
  EXPECT_THAT(out, HasSubstr("\nshuffle (execution; needs a GPU)\n"));
  EXPECT_THAT(out, HasSubstr("block_size (execution)\n"));
  EXPECT_EQ(run_tilebridge("list coalescing/stride", folder).out,
            run_tilebridge("list stride", folder).out);
}

TEST(CliList, TakesCommas) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_tilebridge("list dot,stride", folder).out,
            run_tilebridge("list dot stride", folder).out);
}

}  // namespace
}  // namespace tilebridge::cli
