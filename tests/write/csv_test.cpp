// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/text.hpp"
#include "tests/judge/sample_runs.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/write/exported.hpp"

namespace tilebridge::write {
namespace {

/// RFC 4180, written from its grammar.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
  std::vector<std::vector<std::string>> rows = {{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted && text[i] == '"' && text.substr(i, 2) == "\"\"") {
      field += text[i++];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      rows.back().emplace_back();
    } else if (!quoted && text.substr(i, 2) == "\r\n") {
      rows.push_back({""});
      ++i;
    } else {
      field += text[i];
    }
  }
  rows.pop_back();
  return rows;
}

std::string field(const std::vector<std::vector<std::string>>& rows, std::size_t row,
                  const std::string& column) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), column);
  return rows.at(row).at(static_cast<std::size_t>(found - rows[0].begin()));
}

TEST(Csv, HasTheFactorsNextToTheWhole) {
  const CaseResult two = attributed("transpose", "tile", 0.6, 0.8);
  const auto of_two = parsed(csv_of(run_of({two})));
  const auto of_three = parsed(csv_of(run_of({with_launch(two, 0.75, 0.8)})));
  const auto kokkos = [](const auto& rows, const std::string& column) {
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (field(rows, i, "model") == "kokkos") return field(rows, i, column);
    return std::string("no row");
  };
  EXPECT_EQ(kokkos(of_two, "style_ratio"), "0.6");
  EXPECT_EQ(kokkos(of_two, "launch_ratio"), "");
  EXPECT_EQ(kokkos(of_two, "library_ratio"), "0.8");
  EXPECT_EQ(kokkos(of_three, "style_ratio"), "0.75");
  EXPECT_EQ(kokkos(of_three, "launch_ratio"), "0.8");
  EXPECT_EQ(kokkos(of_three, "library_ratio"), "0.8");
}

TEST(Csv, HasARowForEveryModelOfEveryCase) {
  const auto rows = parsed(csv_of(sample_results()));
  ASSERT_EQ(rows.size(), 9U);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(field(rows, 2, "variant"), "padded_tile");
  EXPECT_EQ(field(rows, 2, "parameters"), "rows=16Ki cols=16Ki");
  EXPECT_EQ(field(rows, 2, "model"), "kokkos");
  EXPECT_EQ(field(rows, 2, "status"), "ok");
  EXPECT_EQ(field(rows, 2, "seconds"), "0.00063");
  EXPECT_EQ(field(rows, 2, "samples"), "3");
  EXPECT_EQ(field(rows, 2, "ceiling_share"), "0.8");
  EXPECT_EQ(field(rows, 2, "ratio_low"), "0.957");
  EXPECT_EQ(field(rows, 2, "verdict"), "parity");
  EXPECT_EQ(field(rows, 1, "verdict"), "");
  EXPECT_EQ(field(rows, 4, "status"), "invalid");
  EXPECT_EQ(field(rows, 4, "seconds"), "");
  EXPECT_EQ(field(rows, 6, "reason"), "this build's Kokkos has no CUDA");
}

TEST(Csv, HasWhatTheLibraryCosts) {
  const auto rows = parsed(csv_of(run_of({attributed("transpose", "tile", 0.6, 0.9)})));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(field(rows, 2, "model"), "kokkos");
  EXPECT_EQ(field(rows, 2, "library_ratio"), "0.9");
  EXPECT_EQ(field(rows, 3, "model"), "native");
  EXPECT_EQ(field(rows, 3, "form"), "loops");
  EXPECT_EQ(field(rows, 3, "ratio"), "0.6");
  EXPECT_EQ(field(rows, 3, "library_ratio"), "");
  EXPECT_EQ(field(rows, 2, "respelled_library_ratio"), "");
}

TEST(Csv, HasTheLibraryAgainstTheRespelledControl) {
  const auto rows =
      parsed(csv_of(run_of({with_respelled(attributed("transpose", "tile", 0.6, 0.9), 0.8)})));
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[2].size(), rows[0].size());
  EXPECT_EQ(field(rows, 2, "library_ratio"), "0.9");
  EXPECT_EQ(field(rows, 2, "respelled_library_ratio"), "0.8");
  EXPECT_EQ(field(rows, 4, "form"), "respelled");
}

TEST(Csv, HostileTextStaysInItsField) {
  const auto rows = parsed(csv_of(hostile_run()));
  ASSERT_EQ(rows.size(), 5U);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(field(rows, 1, "experiment"), "'" + printable(hostile_text));
  EXPECT_EQ(field(rows, 3, "reason"), "'" + printable(hostile_text));
  EXPECT_EQ(field(rows, 3, "status"), "invalid");
}

}  // namespace
}  // namespace tilebridge::write
