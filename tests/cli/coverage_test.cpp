// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "claims/items.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CliCoverage, ListsTheItemsOfADocument) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("coverage --document D5", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::StartsWith("60 items: "));
  EXPECT_THAT(outcome.out, HasSubstr("listing `mixed_shared` and its launch (listing)\n"
                                     "    shared_kinds/mixed, "));
  EXPECT_THAT(outcome.out, HasSubstr("\n    out of scope: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("D1: ")));
}

TEST(CliCoverage, JsonHasEveryItem) {
  const TemporaryFolder folder;
  const auto json = nlohmann::json::parse(run_tilebridge("coverage --format json", folder).out);
  ASSERT_EQ(json["items"].size(), claims::items().size());
  for (const auto& item : json["items"]) {
    EXPECT_EQ(item["coverage"] == "open", item.contains("open")) << item;
    EXPECT_EQ(item["coverage"] == "out of scope", item.contains("reason")) << item;
  }
}

TEST(CliCoverage, ThePageOfTheDocumentationIsItsOutput) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_tilebridge("coverage --format markdown", folder).out,
            read_text(TILEBRIDGE_DOCS "/coverage.md"));
}

TEST(CliCoverage, NamesCommandsThatThereAre) {
  std::set<std::string> commands;
  for (const claims::Item& item : claims::items())
    for (const std::string& place : item.places)
      if (claims::kind_of(place) == claims::PlaceKind::command) commands.insert(place);
  EXPECT_THAT(commands, testing::Contains("tilebridge report"));
  const TemporaryFolder folder;
  for (const std::string& command : commands)
    EXPECT_EQ(run_tilebridge("help " + command.substr(command.find(' ') + 1), folder).status, 0)
        << command;
}

TEST(CliCoverage, UnknownNamesAreOneLineWithASuggestion) {
  const TemporaryFolder folder;
  const Outcome document = run_tilebridge("coverage --document D11", folder);
  EXPECT_EQ(document.status, 2);
  EXPECT_THAT(document.err, HasSubstr("unknown document 'D11'; did you mean 'D1'?"));
}

}  // namespace
}  // namespace tilebridge::cli
