// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// sample_results with a transpose 8 times as fast as the direct one.
void write_transposes(const std::filesystem::path& path) {
  Results results = sample_results();
  CaseResult direct = sample_case("read_coalesced");
  direct.models[Model::native].timing = timing(8 * 6e-4);
  results.cases.push_back(direct);
  for (CaseResult& c : results.cases) c.parameters = {{"rows", 1024}, {"cols", 1024}};  // D3's
  write_results(path, results);
}

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80;
  }));
}

TEST(CliClaims, ListsTheClaimsWithoutResults) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("claims", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("D1-2.2-stride-32  §2.2, stated 32.8× (RTX 4090)"));
  EXPECT_THAT(outcome.out, HasSubstr("stride/add stride=1 against stride/add stride=32, by rate"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("reproduced")));
}

TEST(CliClaims, SaysWhatAFileReproduces) {
  const TemporaryFolder folder;
  write_transposes(folder / "r.json");
  const Outcome outcome = run_tilebridge("claims r.json", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::StartsWith("NVIDIA H200 (sm_90)"));
  EXPECT_THAT(outcome.out, HasSubstr("measured 8×: reproduced"));
  EXPECT_THAT(outcome.out, HasSubstr("modelled 1.25 transactions: not reproduced: "));
  EXPECT_THAT(outcome.out, HasSubstr("not tested on this device: no such case: "));
}

TEST(CliClaims, SaysWhatTheOrderOfTheCasesMeans) {
  const TemporaryFolder folder;
  const std::string file = "'" TILEBRIDGE_RESULTS "/h200-full.json'";
  for (const std::string format : {"text", "markdown"}) {
    const std::string out = run_tilebridge("claims " + file + " --format " + format, folder).out;
    EXPECT_THAT(out, HasSubstr("- histogram kokkos: 2 of 8 pairs, no better than chance\n"));
    EXPECT_THAT(out, HasSubstr("- stride native: 34 of 34 pairs\n"));
    EXPECT_THAT(out, HasSubstr("\nWhere most pairs are in order, "));
  }
}

TEST(CliClaims, ARunOnACpuReproducesNothing) {
  const TemporaryFolder folder;
  if (const std::string why = why_not_runnable(folder); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run_tilebridge("run dot --platform host --set n=1000 -o r.json", folder).status, 0);
  const std::string out = run_tilebridge("claims r.json", folder).out;
  EXPECT_THAT(out, HasSubstr("claims: 0 reproduced, 0 more than stated, 0 not reproduced, "));
  EXPECT_THAT(out, HasSubstr("not tested on this device: not a run on an NVIDIA GPU\n"));
}

TEST(CliClaims, TextFitsInto100Columns) {
  const TemporaryFolder folder;
  write_transposes(folder / "r.json");
  std::istringstream lines(run_tilebridge("claims r.json", folder).out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 100U) << line;
}

TEST(CliClaims, MarkdownHasATableADocument) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  const Outcome outcome = run_tilebridge("claims r.json --format markdown", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::StartsWith("# What the documents claim\n"));
  EXPECT_THAT(outcome.out, HasSubstr("tilebridge 0.1.0 (0123456789ab)"));
  EXPECT_THAT(outcome.out, HasSubstr("\ntilebridge run\n"));
  for (const char* document : {"D1", "D2", "D3", "D4", "D5"})
    EXPECT_THAT(outcome.out, HasSubstr(std::string("\n## ") + document + ": "));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(!line.starts_with('|') || std::count(line.begin(), line.end(), '|') == 10) << line;
}

TEST(CliClaims, JsonHasEveryClaimWithItsVerdict) {
  const TemporaryFolder folder;
  write_transposes(folder / "r.json");
  const auto json = nlohmann::json::parse(
      run_tilebridge("claims r.json --format json --document D3", folder).out);
  EXPECT_EQ(json["device"]["name"], "NVIDIA H200");
  bool found = false;
  for (const auto& claim : json["claims"]) {
    EXPECT_EQ(claim["document"], "D3");
    if (claim["id"] != "D3-4-transpose") continue;
    found = true;
    EXPECT_EQ(claim["verdict"], "reproduced");
    EXPECT_NEAR(claim["measured"].get<double>(), 8, 1e-9);
    EXPECT_TRUE(claim["holds_at"]["high"].is_null());
  }
  EXPECT_TRUE(found);
}

TEST(CliClaims, ThePageOfTheDocumentationIsItsOutput) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_tilebridge("claims --format markdown '" TILEBRIDGE_RESULTS "/h200-full.json'", folder);
  EXPECT_EQ(outcome.out, read_text(TILEBRIDGE_DOCS "/claims.md"));
}

TEST(CliClaims, UnknownNamesAreOneLineWithASuggestion) {
  const TemporaryFolder folder;
  const Outcome document = run_tilebridge("claims --document D22", folder);
  EXPECT_EQ(document.status, 2);
  EXPECT_THAT(document.err, HasSubstr("unknown document 'D22'; did you mean 'D2'?"));
  const Outcome format = run_tilebridge("claims --format markdwn", folder);
  EXPECT_EQ(format.status, 2);
  EXPECT_THAT(format.err, HasSubstr("unknown format 'markdwn'; did you mean 'markdown'?"));
}

TEST(CliClaims, UnreadableFilesAreOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  std::ofstream(folder / "cut.json") << R"({"schema_version": 1, "cases": [)";
  for (const char* file : {"cut.json", "none.json"}) {
    const Outcome outcome = run_tilebridge(std::string("claims ") + file, folder);
    EXPECT_EQ(outcome.status, 2) << file;
    EXPECT_THAT(outcome.err, testing::StartsWith("tilebridge: cannot read '")) << file;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << file;
  }
}

}  // namespace
}  // namespace tilebridge::cli
