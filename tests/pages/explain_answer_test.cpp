// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/explain.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/subject.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string answer_of(const Subject& subject, const std::vector<CaseResult>& cases = {}) {
  const Results results = run_of(cases);
  Document page;
  if (cases.empty())
    page.append(answer_sections(subject, {}, catalogue()));
  else
    page.append(answer_sections(subject, results, catalogue()));
  return write::as_text(page, {.columns = 400});
}

TEST(Answer, HasARowOfRatiosForEachModelAndAColumnForEachForm) {
  const std::string text = answer_of(subject_of("transpose", "padded_tile"),
                                     {attributed("transpose", "padded_tile", 0.6, 0.8)});
  EXPECT_THAT(text, testing::StartsWith("performance ÷ that of native code on NVIDIA H200, rows="));
  EXPECT_THAT(text, testing::ContainsRegex("\n  model +loops"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  CUDA +0\\.60\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  Kokkos +0\\.48\n"));
  EXPECT_LT(text.find("\n  CUDA"), text.find("\n  Kokkos"));
  EXPECT_THAT(text, Not(HasSubstr("the fastest of each form")));
}

TEST(Answer, IsOfTheLargestCase) {
  CaseResult small = compared("transpose", "padded_tile", Form::loops, 0.9);
  small.work.bytes_read /= 2;
  small.parameters = {{"rows", 1}};
  const CaseResult large = compared("transpose", "padded_tile", Form::loops, 0.5);
  const std::string text = answer_of(subject_of("transpose", "padded_tile"), {small, large});
  EXPECT_THAT(text, HasSubstr("0.50"));
  EXPECT_THAT(text, Not(HasSubstr("0.90")));
}

TEST(Answer, HasTheFastestOfSeveralVariantsInAForm) {
  CaseResult slow = compared("transpose", "padded_tile_flat", Form::builtin, 0.3);
  CaseResult fast = compared("transpose", "layout_copy", Form::builtin, 0.7);
  slow.compared_with = fast.compared_with = "padded_tile";
  const std::string text =
      answer_of(subject_of("transpose", "padded_tile"),
                {compared("transpose", "padded_tile", Form::loops, 0.5), slow, fast});
  EXPECT_THAT(text, HasSubstr("; the fastest of each form\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  Kokkos +0\\.50 +0\\.70\n"));
}

TEST(Answer, HasTwoDigitsOfASmallRatio) {
  EXPECT_THAT(answer_of(subject_of("transpose", "padded_tile"),
                        {compared("transpose", "padded_tile", Form::loops, 0.0345678)}),
              HasSubstr("0.035\n"));
}

TEST(Answer, HasNoRatiosOfOtherVariants) {
  EXPECT_EQ(answer_of(subject_of("transpose", "layout_copy"),
                      {compared("stride", "copy", Form::loops, 0.5)}),
            "");
}

TEST(Answer, HasTheRatiosInDoubleApart) {
  const CaseResult in_float = compared("transpose", "padded_tile", Form::loops, 0.5);
  CaseResult in_double = compared("transpose", "padded_tile", Form::loops, 0.7);
  in_double.parameters = {{"real", std::string("double")}};
  const Subject subject = subject_of("transpose", "padded_tile");
  EXPECT_THAT(answer_of(subject, {in_float, in_double}), Not(HasSubstr("0.70")));
  const Results both = run_of({in_float, in_double}), one = run_of({in_double});
  EXPECT_THAT(write::as_text(ratios_in_double(subject, both).body), HasSubstr("0.70"));
  EXPECT_TRUE(ratios_in_double(subject, one).body.empty());
  EXPECT_THAT(answer_of(subject, {in_double}), HasSubstr("0.70"));
}

TEST(Answer, NamesWhatToWriteInsteadOfEachIdiom) {
  const std::string text = answer_of(subject_of("transpose", "padded_tile"));
  EXPECT_THAT(text, HasSubstr("\n  team_control/vector_range: (GPU, a thread per element) a team "
                              "of 256, the body called with the raw team rank\n"));
  EXPECT_THAT(text, HasSubstr("\ntranspose/padded_tile_rewritten changes: "));
  EXPECT_THAT(text, HasSubstr("; `tilebridge explain transpose/padded_tile --rewritten` shows it"));
}

TEST(Answer, OfAnIdiomIsItsStoredCostAndTheOtherWay) {
  const std::string text = answer_of(subject_of("team_control", "single"));
  EXPECT_THAT(text, testing::ContainsRegex("The idiom costs up to [0-9.]+× \\(NVIDIA H200"));
  EXPECT_THAT(text, HasSubstr("\ninstead: if (team.team_rank() == 0)\n"
                              "holds if: vector length 1\n"));
}

TEST(Answer, IsNothingForAKernelThatIsNotInLoops) {
  EXPECT_EQ(answer_of(subject_of("transpose", "layout_copy")), "");
}

}  // namespace
}  // namespace tilebridge::pages
