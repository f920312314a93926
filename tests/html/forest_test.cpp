// SPDX-License-Identifier: Apache-2.0
#include "html/forest.hpp"

#include <gmock/gmock.h>

namespace tilebridge::html {
namespace {

using testing::HasSubstr;

ComparisonResult comparison(double ratio, Verdict verdict) {
  return {Model::kokkos, Model::native, {ratio, 0.9 * ratio, 1.1 * ratio}, verdict};
}

TEST(Forest, DrawsRowsInTheirOrder) {
  const ComparisonResult slow = comparison(0.4, Verdict::slower);
  const ComparisonResult fast = comparison(2, Verdict::faster);
  const std::string svg = forest_svg({{"sluggish", {&slow}, 0.4}, {"quick", {&fast}, 2}}, 0.05);
  EXPECT_LT(svg.find("sluggish"), svg.find("quick"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"slower\""));
  EXPECT_THAT(svg, HasSubstr("<path class=\"faster\""));
  EXPECT_THAT(svg, HasSubstr("<rect class=\"band\""));
}

TEST(Forest, NamesAreEscapedAndManyPointsAreCut) {
  const ComparisonResult one = comparison(1, Verdict::parity);
  const std::vector<const ComparisonResult*> many(1000, &one);
  const std::string svg = forest_svg({{"<script>", many, 1}}, 0.05);
  EXPECT_THAT(svg, testing::Not(HasSubstr("<script")));
  std::size_t points = 0;
  for (std::size_t at = 0; (at = svg.find("class=\"parity\"", at)) != std::string::npos; ++at)
    ++points;
  EXPECT_EQ(points, 200U);
}

TEST(Forest, WithoutRowsThereIsNoPicture) { EXPECT_EQ(forest_svg({}, 0.05), ""); }

}  // namespace
}  // namespace tilebridge::html
