// SPDX-License-Identifier: Apache-2.0
#include "pages/summary.hpp"

#include <gmock/gmock.h>

#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

judge::Summary summary_of(std::vector<CaseResult> cases) {
  return judge::summarise(run_of(std::move(cases)), catalogue());
}

Table summary_table_of(std::vector<CaseResult> cases) {
  const Results results = run_of(std::move(cases));
  return summary_table(results, judge::summarise(results, catalogue()));
}

Table screen_table_of(std::vector<CaseResult> cases) {
  const Results results = run_of(std::move(cases));
  return screen_table(results, judge::summarise(results, catalogue()));
}

TEST(SummaryTable, HasARowForEachPatternAndAColumnForEachForm) {
  const Table table =
      summary_table_of({compared("transpose", "tile", Form::loops, 0.5),
                        compared("stride", "copy", Form::loops, 0.25),
                        compared("transpose", "tile_rewritten", Form::rewritten, 0.99),
                        compared("copy", "d2d", Form::loops, 0.995)});
  EXPECT_THAT(heads_of(table), ElementsAre("", "variants", "Kokkos loops", "Kokkos rewritten"));
  EXPECT_THAT(lines_of(table), ElementsAre("flat loop | 1 | 0.25 | ", "tile | 1 | 0.50 | 0.99",
                                           "transfer | 1 | 0.99 | "));
}

TEST(SummaryTable, CallsNativeCodeOnAnAmdGpuHip) {
  CaseResult c = attributed("transpose", "tile", 0.6, 0.9);
  c.platform = name_of(Platform::hip);
  EXPECT_THAT(heads_of(summary_table_of({c})),
              ElementsAre("", "variants", "HIP loops", "Kokkos loops", "library"));
}

TEST(SummaryTable, HasItsModelsInTheOrderInWhichTheyAreShown) {
  const CaseResult c = compared("transpose", "tile", Form::loops, 0.5);
  EXPECT_THAT(heads_of(summary_table_of({with_model("alpaka@3", 1, with_model("raja@2", 1, c))})),
              ElementsAre("", "variants", "Kokkos loops", "RAJA loops", "alpaka loops"));
}

TEST(SummaryTable, TellsTheLibraryFromTheLoopStyle) {
  const Table table = summary_table_of({attributed("transpose", "tile", 0.6, 0.9)});
  EXPECT_THAT(heads_of(table),
              ElementsAre("", "variants", "CUDA loops", "Kokkos loops", "library"));
  EXPECT_THAT(lines_of(table), ElementsAre("tile | 1 | 0.60 | 0.54 | 0.90"));
}

TEST(SummaryTable, TellsTheLaunchApartWhereItWasMeasured) {
  const Table table =
      summary_table_of({with_launch(attributed("transpose", "tile", 0.6, 0.9), 0.75, 0.8)});
  EXPECT_THAT(heads_of(table), ElementsAre("", "variants", "CUDA loops", "launch", "loop style",
                                           "Kokkos loops", "library"));
  EXPECT_THAT(lines_of(table), ElementsAre("tile | 1 | 0.60 | 0.80 | 0.75 | 0.54 | 0.90"));
}

TEST(SummaryTable, HasNoIntervalOfFewExperiments) {
  EXPECT_THAT(lines_of(summary_table_of({compared("transpose", "tile", Form::loops, 0.5),
                                         compared("matmul", "tile16", Form::loops, 1),
                                         compared("smooth", "tile_halo", Form::loops, 2)})),
              ElementsAre("tile | 3 | 1.00"));
}

TEST(DistributionLines, SayHowManyAreHowFast) {
  EXPECT_THAT(
      distribution_lines(summary_of(
          {attributed("transpose", "tile", 0.6, 0.9), attributed("stride", "copy", 1, 0.99)})),
      ElementsAre("Kokkos in loops, float: 2 of 2 variants at parity, 0 slower; median 0.77, "
                  "slowest 0.54",
                  "the library alone, float: 2 of 2 variants at parity, 0 slower; median 0.95, "
                  "slowest 0.90"));
  EXPECT_THAT(distribution_lines(summary_of({compared("copy", "d2d", Form::loops, 1)})),
              testing::IsEmpty());
}

TEST(ParityLines, SayHowManyAreAtParityAndTheMedianOfEachPart) {
  EXPECT_THAT(parity_lines(summary_of({attributed("transpose", "tile", 0.6, 0.9),
                                       attributed("stride", "copy", 1, 0.99)})),
              ElementsAre("Kokkos loops, float: 2 of 2 at parity; median 0.77, library 0.95"));
  EXPECT_THAT(parity_lines(summary_of({compared("copy", "d2d", Form::loops, 1)})),
              testing::IsEmpty());
}

CaseResult in_doubles(CaseResult c) {
  c.parameters.set("real", "double");
  return c;
}

TEST(ScreenTable, HasKokkosInLoopsInDoublesBesideFloats) {
  const CaseResult tile = compared("transpose", "tile", Form::loops, 0.5);
  const Table table =
      screen_table_of({tile, in_doubles(compared("transpose", "tile", Form::loops, 0.75)),
                       compared("transpose", "tile_flat", Form::builtin, 0.9),
                       compared("stride", "copy", Form::loops, 0.25)});
  EXPECT_THAT(table.caption, testing::HasSubstr(", float: "));
  EXPECT_THAT(heads_of(table), ElementsAre("", "Kokkos loops", "in double"));
  EXPECT_THAT(lines_of(table), ElementsAre("flat loop | 0.25 | ", "tile | 0.50 | 0.75"));
  EXPECT_TRUE(screen_table_of({}).empty());
}

TEST(ScreenTable, OfDoublesAloneHasTheirRows) {
  const Table table =
      screen_table_of({in_doubles(compared("transpose", "tile", Form::loops, 0.75))});
  EXPECT_THAT(table.caption, testing::HasSubstr(", double: "));
  EXPECT_THAT(lines_of(table), ElementsAre(testing::StartsWith("tile | 0.75")));
}

TEST(PairLines, SayWhatKokkosComesToInAPairOfTheUsersOwn) {
  CaseResult one = compared("heat_flux", "kernel", Form::loops, 0.94);
  one.comparisons[0].ratio = {0.94, 0.84, 1.06};
  EXPECT_THAT(pair_lines(run_of({one}), catalogue()),
              ElementsAre("heat_flux: Kokkos 0.94 of CUDA [0.84, 1.06]"));
  EXPECT_THAT(pair_lines(run_of({compared("heat_flux", "kernel", Form::loops, 0.5),
                                 compared("transpose", "tile", Form::loops, 0.7),
                                 compared("heat_flux", "kernel", Form::loops, 2)}),
                         catalogue()),
              ElementsAre("heat_flux: Kokkos 1.00 of CUDA (2 cases, 0.50–2.00)"));
}

TEST(PairLines, CallNativeCodeAsItsPlatformDoes) {
  CaseResult one = compared("heat_flux", "kernel", Form::loops, 0.94);
  one.platform = "hip";
  EXPECT_THAT(pair_lines(run_of({one}), catalogue()),
              ElementsAre(testing::StartsWith("heat_flux: Kokkos 0.94 of HIP")));
}

TEST(PairLines, FollowThePairsQuestion) {
  Results results = run_of({compared("heat_flux", "kernel", Form::loops, 0.94)});
  results.builds["pairs"] = {{{"name", "heat_flux"}, {"question", "What does a flux cost?"}}};
  EXPECT_THAT(write::as_text(pair_blocks(results, pair_lines(results, catalogue()))),
              testing::StartsWith("heat_flux (yours): What does a flux cost?\nheat_flux: Kokkos "
                                  "0.94 of CUDA [0.94, 0.94]\n"));
}

std::string shown_summary(std::vector<CaseResult> cases) {
  return write::as_text(summary_blocks(run_of(std::move(cases)), catalogue()));
}

TEST(SummaryText, FitsAHundredColumns) {
  std::vector<CaseResult> cases;
  for (const char* variant : {"tile", "padded_tile", "read_coalesced"})
    cases.push_back(attributed("transpose", variant, 0.6, 0.9));
  for (const auto& [experiment, variant] : {std::pair("stride", "copy"), {"matmul", "tile16"}})
    for (const Form form : {Form::loops, Form::rewritten, Form::tuned, Form::builtin})
      cases.push_back(compared(experiment, variant, form, 0.01));
  expect_columns(shown_summary(cases), 100);
}

TEST(SummaryText, OfNothingSaysSo) {
  EXPECT_EQ(shown_summary({}), "No kernel is compared with native code here.\n");
  EXPECT_EQ(shown_summary({sample_case("tile")}), "No kernel is compared with native code here.\n");
}

}  // namespace
}  // namespace tilebridge::pages
