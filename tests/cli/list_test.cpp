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
  const std::string out = output_of(run_command("COLUMNS= " TILEBRIDGE_PROGRAM " list"));
  const std::vector<std::string> lines = lines_of(out);
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
  const std::string out = output_of(run_command("COLUMNS=1000 " TILEBRIDGE_PROGRAM " list --all"));
  for (const Experiment& e : catalogue()) {
    EXPECT_THAT(out, HasSubstr(e.question));
    for (const Variant& v : e.variants) EXPECT_THAT(out, HasSubstr(v.name));
  }
}

TEST(CliList, ARewrittenVariantStandsIndentedBehindItsVariant) {
  EXPECT_THAT(run_command("COLUMNS=1000 " TILEBRIDGE_PROGRAM " list transpose").out,
              testing::ContainsRegex(
                  "\n  padded_tile +loops +[^\n]*(\n    [^\n]*)*"
                  "\n  padded_tile_rewritten +rewritten +what it changes: [^\n]*(\n    [^\n]*)*"
                  "\n +kokkos [^\n]*, compared with native padded_tile\n"));
}

TEST(CliList, IsAsWideAsTheTerminal) {
  const auto width = [&](const std::string& environment, const std::string& arguments) {
    return widest(run_command(environment + " " TILEBRIDGE_PROGRAM " list " + arguments).out);
  };
  EXPECT_LE(width("COLUMNS=", "--all"), 100U);
  EXPECT_LE(width("COLUMNS=70", "--all"), 70U);
  EXPECT_LE(width("COLUMNS=70", ""), 70U);
  EXPECT_GT(width("COLUMNS=140", "--all"), 110U);
  EXPECT_LE(width("COLUMNS=1", "--all"), 60U);  // not narrower than what is aligned
  EXPECT_LE(width("COLUMNS=many", "--all"), 100U);
}

TEST(CliList, JsonHasFamilyQuestionVariantsAndDefaults) {
  const Outcome outcome = run_tilebridge("list --json");
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
  EXPECT_THAT(output_of("list dot"), Not(HasSubstr("transpose")));
  expect_refused(run_tilebridge("list dott"), "unknown experiment 'dott'; did you mean 'dot'?\n");
}

TEST(CliList, ManyUnknownNamesAreNotListed) {
  EXPECT_EQ(run_tilebridge("list nope").err,
            "tilebridge: unknown experiment 'nope'; `tilebridge list` shows them\n");
  EXPECT_THAT(run_tilebridge("explain unmeasured/fence").err,
              testing::HasSubstr("`tilebridge scan` says all that is known of it\n"));
}

TEST(CliList, AVariantShowsItselfAlone) {
  const std::string out = output_of("list transpose/padded_tile");
  EXPECT_THAT(out, HasSubstr("\n  padded_tile "));
  EXPECT_THAT(out, Not(HasSubstr("\n  vector_tile ")));
  const auto json = nlohmann::json::parse(output_of("list --json transpose/padded_tile"));
  EXPECT_EQ(json["experiments"][0]["variants"].size(), 1U);
  EXPECT_THAT(run_tilebridge("list transpose/padded").err,
              HasSubstr("did you mean 'padded_tile'?"));
}

TEST(CliList, AFamilyShowsItsExperiments) {
  const std::string out = output_of("list execution");
  EXPECT_THAT(out, HasSubstr("\nshuffle (execution; needs a GPU)\n"));
  EXPECT_THAT(out, HasSubstr("block_size (execution)\n"));
  EXPECT_EQ(output_of("list coalescing/stride"), output_of("list stride"));
}

TEST(CliList, TakesCommas) {
  EXPECT_EQ(output_of("list dot,stride"), output_of("list dot stride"));
}

}  // namespace
}  // namespace tilebridge::cli
