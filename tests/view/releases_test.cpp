// SPDX-License-Identifier: Apache-2.0
#include "view/releases.hpp"

#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::view {
namespace {

/// A case of transpose's variant, on which 5.0.2 has this performance ÷ the program's own.
CaseResult case_with(const char* variant, double ratio, Verdict verdict) {
  CaseResult c = sample_results().cases.front();
  c.variant = variant;
  c.level = "textbook";
  c.releases["5.0.2"].result = c.models.at(Model::kokkos);
  c.releases["5.0.2"].against_own = {{ratio, 0.99 * ratio, 1.01 * ratio}, verdict};
  return c;
}

Results with_two_kokkos() {
  Results results = sample_results();
  results.builds["kokkos"]["version"] = "4.7.01";
  results.builds["releases"]["5.0.2"] = {
      {"version", "5.0.02"}, {"spaces", "Serial"}, {"flags", ""}};
  results.cases = {case_with("tile", 2, Verdict::faster), case_with("tile", 1, Verdict::parity),
                   case_with("padded_tile", 0.25, Verdict::slower),
                   case_with("swizzled_tile", 1, Verdict::parity)};
  results.cases.back().releases["5.0.2"].result = {Status::invalid, "wrong", {}, {}};
  return results;
}

std::string name_of_row(const Table::Row& row) { return row.cells.front().text; }

TEST(ReleaseChangesView, MeansAreOverCasesAndThenOverVariants) {
  const auto changes = release_changes(with_two_kokkos(), catalogue());
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].title, "Kokkos 5.0.2 (5.0.02) against 4.7.01, in the same rounds");
  const auto& rows = changes[0].by_level.groups.front().rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(name_of_row(rows[0]), "plain kernels");
  EXPECT_THAT(rows[0].cells[1].text, testing::StartsWith("0.707 "));  // ∛(√2 · ¼ · 1)
  EXPECT_EQ(rows[0].cells[3].text, "1");
  EXPECT_EQ(rows[0].cells[4].text, "1");
}

TEST(ReleaseChangesView, WhatChangedIsInOrderOfItsSize) {
  const auto changes = release_changes(with_two_kokkos(), catalogue());
  const auto& rows = changes.at(0).by_variant.groups.front().rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(name_of_row(rows[0]), "transpose/padded_tile");
  EXPECT_EQ(name_of_row(rows[1]), "transpose/tile");
  EXPECT_EQ(changes[0].without_result, "1 of its results are invalid or missing");
}

TEST(ReleaseChangesView, ARunWithOneKokkosHasNone) {
  EXPECT_TRUE(release_changes(sample_results(), catalogue()).empty());
}

}  // namespace
}  // namespace tilebridge::view
