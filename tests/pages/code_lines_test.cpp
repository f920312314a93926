// SPDX-License-Identifier: Apache-2.0
#include "pages/measured.hpp"

#include <gtest/gtest.h>

#include "pages/listing.hpp"
#include "sources/code_lines.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

TEST(CodeLinesView, AreThoseOfTheListing) {
  const Experiment& transpose = catalogue().experiment("transpose");
  const Variant& tile = transpose.variant("padded_tile");
  const auto listed = [&](Model model) {
    return std::to_string(
        sources::lines_of_code(listing_of(transpose, tile, model, Platform::cuda)));
  };
  CodeLines lines(catalogue());
  const CaseResult c = sample_case("padded_tile");
  EXPECT_EQ(lines.of(c, Model::native), listed(Model::native));
  EXPECT_EQ(lines.of(c, Model::kokkos), listed(Model::kokkos));
  EXPECT_NE(lines.of(c, Model::kokkos), lines.of(c, Model::native));
  EXPECT_EQ(lines.of(c, Model::kokkos), listed(Model::kokkos));  // known by now
}

TEST(CodeLinesView, OfWhatIsUnknownAreNone) {
  CodeLines lines(catalogue());
  EXPECT_EQ(lines.of(sample_case("no_such"), Model::native), "");
  CaseResult other = sample_case("padded_tile");
  other.experiment = "no_such";
  EXPECT_EQ(lines.of(other, Model::native), "");
}

}  // namespace
}  // namespace tilebridge::pages
