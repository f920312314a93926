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
  CodeLines lines(catalogue());
  const CaseResult c = sample_case("padded_tile");
  EXPECT_EQ(lines.of(c, native_code), listed(native_code));
  EXPECT_EQ(lines.of(c, kokkos_code), listed(kokkos_code));
  EXPECT_NE(lines.of(c, kokkos_code), lines.of(c, native_code));
  EXPECT_EQ(lines.of(c, kokkos_code), listed(kokkos_code));  // known by now
}

TEST(CodeLinesView, OfWhatIsUnknownAreNone) {
  CodeLines lines(catalogue());
  EXPECT_EQ(lines.of(sample_case("no_such"), native_code), "");
  CaseResult other = sample_case("padded_tile");
  other.experiment = "no_such";
  EXPECT_EQ(lines.of(other, native_code), "");
}

}  // namespace
}  // namespace tilebridge::pages
