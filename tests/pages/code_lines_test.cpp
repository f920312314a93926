// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pages/listing.hpp"
#include "pages/measured.hpp"
#include "sources/listing.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

TEST(CodeLinesView, AreThoseOfTheListing) {
  const Experiment& transpose = catalogue().experiment("transpose");
  const Variant& tile = transpose.variant("padded_tile");
  const auto listed = [&](const ModelForm& kernel) {
    return std::to_string(
        sources::lines_of_code(listing_of(transpose, tile, kernel, Platform::cuda)));
  };
  const CaseResult c = sample_case("padded_tile");
  EXPECT_EQ(code_lines(c, native_code, catalogue()), listed(native_code));
  EXPECT_EQ(code_lines(c, kokkos_code, catalogue()), listed(kokkos_code));
  EXPECT_NE(code_lines(c, kokkos_code, catalogue()), code_lines(c, native_code, catalogue()));
}

TEST(CodeLinesView, OfWhatIsUnknownAreNone) {
  EXPECT_EQ(code_lines(sample_case("no_such"), native_code, catalogue()), "");
  CaseResult other = sample_case("padded_tile");
  other.experiment = "no_such";
  EXPECT_EQ(code_lines(other, native_code, catalogue()), "");
}

}  // namespace
}  // namespace tilebridge::pages
