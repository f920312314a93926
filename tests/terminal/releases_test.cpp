// SPDX-License-Identifier: Apache-2.0
#include "terminal/releases.hpp"

#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"
#include "tests/results/release_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

TEST(ReleasesText, ShowsTheLargestChangesAndCountsTheOthers) {
  Results results = sample_results();
  const CaseResult sample = results.cases.front();
  results.cases.clear();
  for (const char* variant : {"tile", "padded_tile", "swizzled_tile"}) {
    CaseResult c = sample;
    c.variant = variant;
    c.releases["5.0.2"].result = c.models.at(Model::kokkos);
    c.releases["5.0.2"].against_own = {{0.5, 0.49, 0.51}, Verdict::slower};
    results.cases.push_back(c);
  }
  const std::string text = releases_text(results, catalogue(), 2);
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::StartsWith("\nKokkos 5.0.2 ("));
  EXPECT_THAT(text, testing::HasSubstr("0.500 [0.490, 0.510]"));
  EXPECT_THAT(text, testing::HasSubstr("\n  … and 1 more variants\n"));
  EXPECT_EQ(releases_text(sample_results(), catalogue(), 2), "");
}

TEST(ReleasesText, OfSeveralSaysWithWhichAChangeCame) {
  Results results = results_with_release();
  results.cases[0].releases["5.1"] = results.cases[0].releases.at("5.0.2");
  results.builds["releases"]["5.1"] = {{"version", "5.1.00"}};
  const std::string text = releases_text(results, catalogue(), 2);
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::ContainsRegex(" 95% interval  since +case\n"));
  EXPECT_THAT(text.substr(text.find("Kokkos 5.1")),
              testing::HasSubstr("1.260 [1.250, 1.270] 5.0.2        rows=16Ki cols=16Ki, cold\n"));
}

}  // namespace
}  // namespace tilebridge::terminal
