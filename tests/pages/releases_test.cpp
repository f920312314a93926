// SPDX-License-Identifier: Apache-2.0
#include "pages/releases.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

void add_build(CaseResult& c, const ModelForm& kernel, double ratio, Verdict verdict) {
  c.kernels[kernel] = KernelResult(c.kernels.at(kokkos_code));
  c.comparisons.push_back({kernel, kokkos_code, {ratio, 0.98 * ratio, 1.02 * ratio}, verdict});
}

/// A case of transpose's variant, on which 5.0.2 has this performance ÷ the program's own.
CaseResult case_with(const char* variant, double ratio, Verdict verdict) {
  CaseResult c = sample_results().cases.front();
  c.variant = variant;
  c.form = "ranges";
  add_build(c, other_code, ratio, verdict);
  return c;
}

Results with_two_kokkos() {
  Results results = sample_results();
  results.builds["models"]["kokkos@4.7.01"]["release"] = "4.7.01";
  results.builds["models"]["kokkos@5.0.2"] = {{"label", "Kokkos"}, {"release", "5.0.02"}};
  results.cases = {case_with("tile", 2, Verdict::faster), case_with("tile", 1, Verdict::parity),
                   case_with("padded_tile", 0.25, Verdict::slower),
                   case_with("swizzled_tile", 1, Verdict::parity)};
  results.cases.back().kernels[other_code] = {Status::invalid, "wrong", {}, {}};
  return results;
}

std::string name_of_row(const Table::Row& row) { return row.cells.front().text; }

TEST(ReleaseChangesView, MeansAreOverCasesAndThenOverVariants) {
  const auto changes = release_changes(with_two_kokkos(), catalogue());
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].title, "Kokkos 5.0.2 (5.0.02) against 4.7.01, in the same rounds");
  const auto& rows = changes[0].by_level.groups.front().rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(name_of_row(rows[0]), "kernels in ranges");
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
  EXPECT_EQ(changes[0].without_result, "1 of its results are invalid or missing.");
}

TEST(ReleaseChangesView, AreInTheOrderOfTheirVersions) {
  Results results = with_two_kokkos();
  results.cases = {case_with("padded_tile", 0.25, Verdict::slower)};
  const std::map<std::string, std::pair<std::string, Verdict>> others = {
      {"4.5", {"4.5.00", Verdict::faster}},
      {"4.6", {"4.6.00", Verdict::faster}},
      {"5.1", {"5.1.00", Verdict::slower}},
      {"6", {"6.0.00", Verdict::faster}}};
  for (const auto& [name, other] : others) {
    const Model build = model_of("kokkos", name);
    add_build(results.cases.front(), {build, Form::ranges}, 0.25, other.second);
    results.builds["models"][std::string(build.key())] = {{"label", "Kokkos"},
                                                          {"release", other.first}};
  }
  const auto changes = release_changes(results, catalogue());
  ASSERT_EQ(changes.size(), 5U);
  std::vector<std::string> names;
  for (const ReleaseChanges& of : changes) names.push_back(of.title.substr(0, of.title.find('(')));
  EXPECT_THAT(names, testing::ElementsAre("Kokkos 4.5 ", "Kokkos 4.6 ", "Kokkos 5.0.2 ",
                                          "Kokkos 5.1 ", "Kokkos 6 "));
}

TEST(ReleaseChangesView, ARunWithOneKokkosHasNone) {
  EXPECT_TRUE(release_changes(sample_results(), catalogue()).empty());
}

std::string release_text(const Results& results, const Catalogue& catalogue, std::size_t most) {
  return write::as_text(release_blocks(results, catalogue, "", most));
}

TEST(ReleasesText, ShowsTheLargestChangesAndCountsTheOthers) {
  Results results = sample_results();
  results.builds["models"]["kokkos@5.0.2"] = {{"label", "Kokkos"}, {"release", "5.0.02"}};
  const CaseResult sample = results.cases.front();
  results.cases.clear();
  for (const char* variant : {"tile", "padded_tile", "swizzled_tile"}) {
    CaseResult c = sample;
    c.variant = variant;
    add_build(c, other_code, 0.5, Verdict::slower);
    results.cases.push_back(c);
  }
  const std::string text = release_text(results, catalogue(), 2);
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::StartsWith("Kokkos 5.0.2 ("));
  EXPECT_THAT(text, testing::HasSubstr("[0.490, 0.510]"));
  EXPECT_THAT(text, testing::HasSubstr("\n  … and 1 more\n"));
  EXPECT_EQ(release_text(sample_results(), catalogue(), 2), "");
}

}  // namespace
}  // namespace tilebridge::pages
