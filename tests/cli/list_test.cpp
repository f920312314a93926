#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;

TEST(CliList, ShowsEveryExperimentAndVariant) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("list", folder);
  EXPECT_EQ(outcome.status, 0);
  for (const Experiment& e : catalogue()) {
    EXPECT_THAT(outcome.out, HasSubstr(e.question));
    for (const Variant& v : e.variants) EXPECT_THAT(outcome.out, HasSubstr(v.name));
  }
}

TEST(CliList, FitsIntoAHundredColumns) {
  const TemporaryFolder folder;
  std::istringstream lines(run_tilebridge("list", folder).out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }),
              100)
        << line;
}

TEST(CliList, JsonHoldsFamilyQuestionSourcesVariantsAndDefaults) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("list --json", folder);
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_GE(json["experiments"].size(), 3U);
  for (const auto& e : json["experiments"]) {
    for (const char* member : {"name", "family", "question", "sources", "parameters", "variants"})
      EXPECT_TRUE(e.contains(member)) << member;
    for (const auto& p : e["parameters"])
      EXPECT_TRUE(p.contains("words") ? p["default"].is_string()
                                      : p["default"].is_number_integer());
    for (const auto& v : e["variants"]) {
      EXPECT_TRUE(v["level"].is_string());
      EXPECT_FALSE(v["models"].empty());
    }
  }
}

TEST(CliList, OneExperimentAndAnUnknownOne) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_tilebridge("list dot", folder).out, testing::Not(HasSubstr("transpose")));
  const Outcome unknown = run_tilebridge("list dott", folder);
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err, "tilebridge: unknown experiment 'dott'; did you mean 'dot'?\n");
}

}  // namespace
}  // namespace tilebridge
