// SPDX-License-Identifier: Apache-2.0
#include "html/forest.hpp"

#include <gmock/gmock.h>

namespace tilebridge::html {
namespace {

ComparisonResult comparison(double ratio, Verdict verdict) {
  return {Model::kokkos, Model::native, {ratio, 0.9 * ratio, 1.1 * ratio}, verdict};
}

TEST(Forest, RowsGoFromTheSlowestToTheFastest) {
  const ComparisonResult slow = comparison(0.4, Verdict::slower);
  const ComparisonResult fast = comparison(2, Verdict::faster);
  const std::string svg = forest_svg({{"quick", {&fast}}, {"sluggish", {&slow}}}, 0.05);
  EXPECT_LT(svg.find("sluggish"), svg.find("quick"));
  EXPECT_THAT(svg, testing::HasSubstr("<path class=\"slower\""));
  EXPECT_THAT(svg, testing::HasSubstr("<path class=\"faster\""));
  EXPECT_THAT(svg, testing::HasSubstr("<rect class=\"band\""));
}

TEST(Forest, NamesAreEscapedAndManyRowsAreCut) {
  const ComparisonResult one = comparison(1, Verdict::parity);
  std::vector<ForestRow> rows(1000, {"<script>", {&one}});
  const std::string svg = forest_svg(rows, 0.05);
  EXPECT_THAT(svg, testing::Not(testing::HasSubstr("<script")));
  std::size_t names = 0;
  for (std::size_t at = 0; (at = svg.find("&lt;script&gt;", at)) != std::string::npos; ++at)
    ++names;
  EXPECT_EQ(names, 60U);
}

TEST(Forest, WithoutRowsThereIsNoPicture) { EXPECT_EQ(forest_svg({}, 0.05), ""); }

}  // namespace
}  // namespace tilebridge::html
