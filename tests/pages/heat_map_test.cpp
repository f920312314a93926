// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/report_page.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CaseResult of_real(const std::string& real, CaseResult c) {
  c.parameters.set("real", real);
  c.cache = name_of(Cache::cold);
  return c;
}

Table map_of(std::vector<CaseResult> cases) {
  static std::vector<ReportFile> kept;
  kept = {{"r.json", run_of(std::move(cases))}};
  return heat_map(report_of(kept, catalogue(), ""), 0);
}

TEST(HeatMap, HasItsModelsInTheOrderInWhichTheyAreShown) {
  const CaseResult c = attributed("transpose", "padded_tile", 0.6, 0.9);
  const Table map =
      map_of({of_real("float", with_model("alpaka@3", 0.9, with_model("raja@2", 0.5, c)))});
  EXPECT_THAT(heads_of(map),
              ElementsAre("kernel", "time in CUDA", "CUDA", "Kokkos", "RAJA", "alpaka"));
  EXPECT_THAT(lines_of(map),
              ElementsAre("transpose/padded_tile | 600.00 µs | 0.60 | 0.54 | 0.50 | 0.90"));
  EXPECT_EQ(map.groups[0].rows[0].link, "transpose?variant=padded_tile");
  EXPECT_EQ(map.columns[3].form, "loops");
}

TEST(HeatMap, HasAColumnForEachWayOfWriting) {
  CaseResult rewritten = compared("transpose", "padded_tile_rewritten", Form::rewritten, 0.98);
  rewritten.compared_with = "padded_tile";
  const Table map =
      map_of({of_real("float", compared("transpose", "padded_tile", Form::loops, 0.5)),
              of_real("float", rewritten)});
  EXPECT_THAT(lines_of(map), ElementsAre("transpose/padded_tile | 600.00 µs | 0.50 | 0.98"));
  EXPECT_EQ(map.columns.back().form, "rewritten");
}

TEST(HeatMap, TheKernelThatPeopleKnowIsTheFirstOfItsExperiment) {
  const Table map = map_of({of_real("float", compared("transpose", "tile", Form::loops, 0.4)),
                            of_real("float", compared("transpose", "padded_tile", Form::loops, 1)),
                            of_real("double", compared("transpose", "tile", Form::loops, 0.7))});
  ASSERT_EQ(map.size(), 3U);
  const std::vector<Table::Row>& rows = map.groups[0].rows;
  EXPECT_TRUE(rows[0].is_further);
  EXPECT_FALSE(rows[1].is_further);
  EXPECT_EQ(rows[2].numbers, "double");
  EXPECT_EQ(rows[2].cells[0].text, "transpose/tile double");
}

TEST(HeatMap, OfAnotherExperimentTheMedianIsTheFirst) {
  const Table map = map_of({compared("offset", "copy", Form::loops, 0.9),
                            compared("offset", "read_only", Form::loops, 0.2),
                            compared("offset", "add", Form::loops, 0.5)});
  ASSERT_EQ(map.size(), 3U);
  EXPECT_TRUE(map.groups[0].rows[0].is_further);
  EXPECT_FALSE(map.groups[0].rows[2].is_further);
}

TEST(HeatMap, WithoutRatiosIsEmpty) {
  EXPECT_THAT(lines_of(map_of({sample_case("tile")})), IsEmpty());
}

}  // namespace
}  // namespace tilebridge::pages
