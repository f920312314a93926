// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sources/listing.hpp"

namespace tilebridge::sources {
namespace {

TEST(CodeLines, AreThoseWithCode) {
  EXPECT_EQ(lines_of_code(
                Fragment{"a.cu", 1, {"/// Adds.", "void add() {  // all", "", "  a +=", "b; }"}}),
            3);
  EXPECT_EQ(lines_of_code(Fragment{"a.cu", 1, {"int a; /* of", "two lines */", "// none"}}), 1);
  EXPECT_EQ(lines_of_code(Fragment{"a.cu", 1, {}}), 0);
}

TEST(CodeLines, OfAListingAreThoseOfItsFragments) {
  const Listing listing = {{{"src/catalogue/a.hpp", 1, {"struct A;"}},
                            {"backends/a.cu", 1, {"int a;"}},
                            {"backends/b.cu", 7, {"int b;", "", "int c;"}}},
                           {}};
  EXPECT_EQ(lines_of_code(listing), 3);
  EXPECT_EQ(lines_of_code(Listing{}), 0);
}

}  // namespace
}  // namespace tilebridge::sources
