// SPDX-License-Identifier: Apache-2.0
#include "results/portable_ways.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

CaseResult transpose_case(const std::string& variant, double ratio, Form form = Form::ranges) {
  CaseResult c = sample_case(variant);
  c.form = name_of(form);
  c.comparisons = {{kokkos_code, native_code, {ratio, ratio, ratio}, Verdict::slower}};
  return c;
}

Results measured_on(const std::string& device, const std::vector<CaseResult>& cases) {
  Results results = sample_results();
  results.device["name"] = device;
  results.cases = cases;
  return results;
}

PortableWays ways_of(const Results& a, const Results& b) {
  const Results* const runs[] = {&a, &b};
  return portable_ways(runs, catalogue());
}

TEST(PortableWays, AreAsEfficientAsTheFastestOfThem) {
  const Results a = measured_on("A", {transpose_case("padded_tile", 0.5),
                                      transpose_case("padded_tile_matched", 0.8, Form::matched)});
  const Results b = measured_on("B", {transpose_case("padded_tile", 2),
                                      transpose_case("padded_tile_matched", 1, Form::matched)});
  const PortableWays found = ways_of(a, b);
  ASSERT_EQ(found.ways.size(), 3U);
  EXPECT_THAT(found.variants, testing::ElementsAre(testing::Pair("transpose", "padded_tile")));
  EXPECT_THAT(found.ways[0].efficiencies, testing::ElementsAre(1, 0.5));    // native
  EXPECT_THAT(found.ways[1].efficiencies, testing::ElementsAre(0.5, 1));    // plain
  EXPECT_THAT(found.ways[2].efficiencies, testing::ElementsAre(0.8, 0.5));  // matched
  EXPECT_NEAR(found.ways[1].metric, 2 / (1 / 0.5 + 1), 1e-12);
}

TEST(PortableWays, AVariantWithoutAMatchedFormCountsWithItsPlainOne) {
  const Results a = measured_on("A", {transpose_case("padded_tile", 0.5)});
  const Results b = measured_on("B", {transpose_case("padded_tile", 0.25)});
  const PortableWays found = ways_of(a, b);
  EXPECT_EQ(found.ways[2].efficiencies, found.ways[1].efficiencies);
}

TEST(PortableWays, CountWhatEveryPlatformHas) {
  const Results a = measured_on("A", {transpose_case("padded_tile", 0.5),
                                      transpose_case("tile", 0.1), transpose_case("no_such", 0.1)});
  const Results b =
      measured_on("B", {transpose_case("padded_tile", 1), transpose_case("no_such", 0.1)});
  EXPECT_THAT(ways_of(a, b).variants,
              testing::ElementsAre(testing::Pair("transpose", "padded_tile")));
  EXPECT_TRUE(ways_of(a, a).ways.empty());  // one platform
  EXPECT_TRUE(ways_of(a, measured_on("B", {})).ways.empty());
}

}  // namespace
}  // namespace tilebridge
