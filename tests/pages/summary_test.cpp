// SPDX-License-Identifier: Apache-2.0
#include "pages/summary.hpp"

#include <gmock/gmock.h>

#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"
#include "tests/write/width.hpp"
#include "write/text.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

std::string sentence_of(const Results& results) {
  return summary_sentence(results, summarise(results.cases, catalogue()));
}

TEST(SummarySentence, SaysWhatEachLevelComesTo) {
  EXPECT_EQ(sentence_of(run_of({compared("transpose", "tile", Form::ranges, 0.5),
                                compared("transpose", "padded_tile", Form::ranges, 0.98),
                                compared("transpose", "padded_tile_matched", Form::matched, 0.95),
                                compared("transpose", "vector_tile", Form::tuned, 0.98),
                                compared("transpose", "mdrange", Form::construct, 0.2)})),
            "Kokkos in nested ranges runs at 0.70 of native speed, matched at 0.69, tuned at 0.98: "
            "kernels, 2, 2 and 1 variants.");
}

TEST(SummarySentence, OfOneLevelOnlySpeaksOfThatOne) {
  const auto of = [](Form form) {
    return sentence_of(run_of({compared("transpose", "tile", form, 0.5)}));
  };
  EXPECT_EQ(of(Form::ranges),
            "Kokkos in nested ranges runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Form::matched), "Matched Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Form::tuned), "Tuned Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Form::construct),
            "Kokkos with facilities of its own runs at 0.50 of native speed: kernels, 1 variant.");
}

TEST(SummarySentence, OfAHostSaysSo) {
  CaseResult c = compared("transpose", "vector_tile", Form::tuned, 0.5);
  c.platform = "host";
  EXPECT_EQ(sentence_of(run_of({c})),
            "On a host, tuned Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
}

TEST(SummarySentence, WithoutAKernelSaysThat) {
  const std::string none = "No Kokkos kernel is compared with native code here.";
  EXPECT_EQ(sentence_of(run_of({sample_case("tile")})), none);
  EXPECT_EQ(sentence_of(run_of({compared("copy", "d2d", Form::ranges, 1)})), none);
}

Summary summary_of(std::vector<CaseResult> cases) { return summarise(cases, catalogue()); }

TEST(SummaryTable, HasARowForEachFamilyIfThereAreSeveral) {
  const Table one = summary_table(summary_of({compared("transpose", "tile", Form::ranges, 1)}));
  EXPECT_THAT(heads_of(one), ElementsAre("", "ranges"));
  EXPECT_THAT(lines_of(one), ElementsAre("kernels | 1.00"));
  const Table two = summary_table(summary_of({compared("transpose", "tile", Form::ranges, 1),
                                              compared("stride", "copy", Form::ranges, 0.25),
                                              compared("stride", "vector_copy", Form::tuned, 0.99),
                                              compared("copy", "d2d", Form::ranges, 0.995)}));
  EXPECT_THAT(heads_of(two), ElementsAre("", "ranges", "tuned"));
  EXPECT_THAT(lines_of(two), ElementsAre("kernels | 0.50 | 0.99", " coalescing | 0.25 | 0.99",
                                         " tiling | 1.00 | ", "transfers | 0.99 | "));
}

/// Three variants, of which an interval can be given.
Summary of_three() {
  return summary_of({compared("transpose", "tile", Form::matched, 0.5),
                     compared("transpose", "padded_tile", Form::matched, 1),
                     compared("transpose", "swizzled_tile", Form::matched, 2)});
}

TEST(SummaryTable, HasTheIntervalOfThreeVariants) {
  EXPECT_THAT(lines_of(summary_table(of_three())), ElementsAre("kernels | 1.00 0.18…5.59"));
}

TEST(FormsTable, SaysWhatKernelsOfAFormComeTo) {
  EXPECT_THAT(lines_of(forms_table(of_three().kernels)),
              ElementsAre("matched | 1.000 | 95% interval 0.179 … 5.595; kernels, 3 variants | "
                          "Kokkos written to match the same native kernels | 3 |  |  | "));
  const Summary one = summary_of({compared("transpose", "tile", Form::ranges, 0.958)});
  EXPECT_THAT(lines_of(forms_table(one.kernels)),
              ElementsAre(testing::HasSubstr(" | kernels, 1 variant | ")));
}

TEST(PairLines, SayWhatKokkosComesToInAPairOfTheUsersOwn) {
  CaseResult one = compared("heat_flux", "kernel", Form::ranges, 0.94);
  one.comparisons[0].ratio = {0.94, 0.84, 1.06};
  EXPECT_THAT(pair_lines(run_of({one}), catalogue()),
              ElementsAre("heat_flux: Kokkos runs at 0.94 of native speed (0.84…1.06)"));
  EXPECT_THAT(pair_lines(run_of({compared("heat_flux", "kernel", Form::ranges, 0.5),
                                 compared("transpose", "tile", Form::ranges, 0.7),
                                 compared("heat_flux", "kernel", Form::ranges, 2)}),
                         catalogue()),
              ElementsAre("heat_flux: Kokkos runs at 1.00 of native speed (2 cases, 0.50…2.00)"));
}

std::string shown_summary(std::vector<CaseResult> cases) {
  return write::as_text(summary_blocks(run_of(std::move(cases)), catalogue()));
}

TEST(SummaryText, HasALineForEachFamilyWhereThereAreSeveral) {
  const std::string one = shown_summary({compared("transpose", "tile", Form::ranges, 1)});
  EXPECT_THAT(one, testing::EndsWith("           ranges\n  kernels  1.00\n"));
  const std::string two = shown_summary({compared("transpose", "tile", Form::ranges, 1),
                                         compared("stride", "copy", Form::ranges, 0.25),
                                         compared("stride", "vector_copy", Form::tuned, 0.99),
                                         compared("copy", "d2d", Form::ranges, 0.995)});
  EXPECT_THAT(two, testing::EndsWith("               ranges  tuned\n"
                                     "  kernels      0.50    0.99\n"
                                     "   coalescing  0.25    0.99\n"
                                     "   tiling      1.00\n"
                                     "  transfers    0.99\n"));
}

TEST(SummaryText, ShowsTheIntervalOfThreeVariants) {
  EXPECT_THAT(shown_summary({compared("transpose", "tile", Form::matched, 0.5),
                             compared("transpose", "padded_tile", Form::matched, 1),
                             compared("transpose", "swizzled_tile", Form::matched, 2)}),
              testing::EndsWith("           matched\n  kernels  1.00 0.18…5.59\n"));
}

TEST(SummaryText, IsTwelveLinesOfAHundredColumns) {
  std::vector<CaseResult> cases;
  for (const char* experiment :
       {"stride", "transpose", "constant", "copy", "block_size", "latency"})
    for (const Form form : {Form::ranges, Form::matched, Form::tuned, Form::construct})
      for (const double ratio : {0.01, 1.0, 99.0}) {
        cases.push_back(compared(experiment, std::to_string(ratio), form, ratio));
        cases.back().platform = "host";
      }
  EXPECT_LE(expect_columns(shown_summary(cases), 100), 12);
}

TEST(SummaryText, OfNothingIsNothing) {
  EXPECT_EQ(shown_summary({}), "");
  EXPECT_EQ(shown_summary({sample_case("tile")}),
            "No Kokkos kernel is compared with native code here.\n");
}

}  // namespace
}  // namespace tilebridge::pages
