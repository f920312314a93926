// SPDX-License-Identifier: Apache-2.0
#include "terminal/summary.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "tests/pages/compared_cases.hpp"

namespace tilebridge::terminal {
namespace {

using testing::EndsWith;

std::string text_of(std::vector<CaseResult> cases) {
  return summary_text(run_of(std::move(cases)), catalogue());
}

TEST(SummaryText, HasALineForEachFamilyWhereThereAreSeveral) {
  const std::string one = text_of({compared("transpose", "tile", Form::ranges, 1)});
  EXPECT_THAT(one, EndsWith("            ranges\nkernels     1.00\n"));
  const std::string two = text_of({compared("transpose", "tile", Form::ranges, 1),
                                   compared("stride", "copy", Form::ranges, 0.25),
                                   compared("stride", "vector_copy", Form::tuned, 0.99),
                                   compared("copy", "d2d", Form::ranges, 0.995)});
  EXPECT_THAT(two, EndsWith("            ranges           tuned\n"
                            "kernels     0.50             0.99\n"
                            " coalescing 0.25             0.99\n"
                            " tiling     1.00\n"
                            "transfers   0.99\n"));
}

TEST(SummaryText, ShowsTheIntervalOfThreeVariants) {
  EXPECT_THAT(text_of({compared("transpose", "tile", Form::matched, 0.5),
                       compared("transpose", "padded_tile", Form::matched, 1),
                       compared("transpose", "swizzled_tile", Form::matched, 2)}),
              EndsWith("            matched\nkernels     1.00 0.18…5.59\n"));
}

TEST(SummaryText, IsTwelveLinesOfEightyColumns) {
  std::vector<CaseResult> cases;
  for (const char* experiment :
       {"stride", "transpose", "constant", "copy", "block_size", "latency"})
    for (const Form form : {Form::ranges, Form::matched, Form::tuned, Form::construct})
      for (const double ratio : {0.01, 1.0, 99.0}) {
        cases.push_back(compared(experiment, std::to_string(ratio), form, ratio));
        cases.back().platform = "host";
      }
  std::istringstream lines(text_of(cases));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(columns(line), 80U) << line;
  EXPECT_LE(count, 12);
}

TEST(SummaryText, OfNothingIsNothing) {
  EXPECT_EQ(text_of({}), "");
  EXPECT_EQ(text_of({sample_case("tile")}),
            "\nNo Kokkos kernel is compared with native code here.\n");
}

}  // namespace
}  // namespace tilebridge::terminal
