// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "pages/changes.hpp"
#include "tests/pages/rows.hpp"
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
  c.form = "loops";
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

TEST(ReleaseChangesView, MeansAreOverCasesThenVariantsAndHaveNoIntervalOfFewExperiments) {
  const Document blocks = release_blocks(with_two_kokkos(), catalogue());
  EXPECT_THAT(write::as_text(blocks),
              testing::StartsWith("Kokkos 5.0.2 (5.0.02) against 4.7.01, in the same rounds\n"));
  EXPECT_THAT(lines_of(tables_of(blocks).at(0)),
              testing::ElementsAre(testing::MatchesRegex(  // ∛(√2 · ¼ · 1)
                  "kernels in loops \\| 0\\.707 \\| 3 \\| 1 \\| 1")));
}

TEST(ReleaseChangesView, WhatChangedIsInOrderOfItsSize) {
  const Document blocks = release_blocks(with_two_kokkos(), catalogue());
  EXPECT_THAT(lines_of(tables_of(blocks).at(1)),
              testing::ElementsAre(testing::StartsWith("transpose/padded_tile | "),
                                   testing::StartsWith("transpose/tile | ")));
  EXPECT_THAT(write::as_text(blocks),
              testing::EndsWith("\n1 of its results are invalid or missing.\n"));
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
    add_build(results.cases.front(), {build, Form::loops}, 0.25, other.second);
    results.builds["models"][std::string(build.key())] = {{"label", "Kokkos"},
                                                          {"release", other.first}};
  }
  std::vector<std::string> keys;
  for (const Model& build : releases_by_version(results)) keys.emplace_back(build.key());
  EXPECT_THAT(keys, testing::ElementsAre("kokkos@4.5", "kokkos@4.6", "kokkos@5.0.2", "kokkos@5.1",
                                         "kokkos@6"));
}

TEST(ReleaseChangesView, ARunWithOneKokkosHasNone) {
  EXPECT_TRUE(release_blocks(sample_results(), catalogue()).empty());
  EXPECT_EQ(releases_line(sample_results()), "");
}

TEST(ReleaseChangesView, ASummaryNamesTheReleases) {
  EXPECT_EQ(releases_line(with_two_kokkos()),
            "other releases timed: Kokkos 5.0.2; tilebridge report --releases FILE");
}

TEST(ReleasesText, ShowsWhatChangedBelowTheReleases) {
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
  const std::string text = write::as_text(release_blocks(results, catalogue()));
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::StartsWith("Kokkos 5.0.2 ("));
  EXPECT_THAT(text, testing::HasSubstr("[0.490, 0.510]"));
  for (const char* variant : {"\n  transpose/tile ", "/padded_tile ", "/swizzled_tile "})
    EXPECT_THAT(text, testing::HasSubstr(variant));
}

}  // namespace
}  // namespace tilebridge::pages
