// SPDX-License-Identifier: Apache-2.0
#include "report/summary_text.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

CaseResult compared(const std::string& experiment, const std::string& variant, Level level,
                    double ratio) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  c.level = name_of(level);
  c.models[Model::kokkos] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {{Model::kokkos, Model::native, {ratio, ratio, ratio}, Verdict::parity}};
  return c;
}

Results run_of(std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  return results;
}

std::string sentence_of(const Results& results) {
  return summary_sentence(results, summarise(results.cases));
}

TEST(SummarySentence, SaysWhatEachLevelComesTo) {
  EXPECT_EQ(
      sentence_of(run_of({compared("transpose", "tile", Level::textbook, 0.5),
                          compared("transpose", "padded_tile", Level::textbook, 0.98),
                          compared("transpose", "padded_tile_matched", Level::matched, 0.95),
                          compared("transpose", "vector_tile", Level::tuned, 0.98),
                          compared("transpose", "mdrange", Level::idiomatic, 0.2)})),
      "Kokkos as its guide teaches it runs at 0.70 of native speed, engineered at 0.69, tuned "
      "at 0.98: kernels, 2, 2 and 1 variants.");
}

TEST(SummarySentence, OfOneLevelOnlySpeaksOfThatOne) {
  const auto of = [](Level level) {
    return sentence_of(run_of({compared("transpose", "tile", level, 0.5)}));
  };
  EXPECT_EQ(of(Level::textbook),
            "Kokkos as its guide teaches it runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Level::matched),
            "Engineered Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Level::tuned), "Tuned Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
  EXPECT_EQ(of(Level::idiomatic),
            "Kokkos with facilities of its own runs at 0.50 of native speed: kernels, 1 variant.");
}

TEST(SummarySentence, OfAHostSaysSo) {
  CaseResult c = compared("transpose", "vector_tile", Level::tuned, 0.5);
  c.platform = "host";
  EXPECT_EQ(sentence_of(run_of({c})),
            "On a host, tuned Kokkos runs at 0.50 of native speed: kernels, 1 variant.");
}

TEST(SummarySentence, WithoutAKernelSaysThat) {
  const std::string none = "No Kokkos kernel is compared with native code here.";
  EXPECT_EQ(sentence_of(run_of({sample_case("tile")})), none);
  EXPECT_EQ(sentence_of(run_of({compared("copy", "d2d", Level::textbook, 1)})), none);
}

TEST(SummaryText, HasALineForEachFamilyWhereThereAreSeveral) {
  const std::string one = summary_text(run_of({compared("transpose", "tile", Level::textbook, 1)}));
  EXPECT_THAT(one, EndsWith("            plain\nkernels     1.00\n"));
  const std::string two =
      summary_text(run_of({compared("transpose", "tile", Level::textbook, 1),
                           compared("stride", "copy", Level::textbook, 0.25),
                           compared("stride", "vector_copy", Level::tuned, 0.99),
                           compared("copy", "d2d", Level::textbook, 0.995)}));
  EXPECT_THAT(two, EndsWith("            plain            tuned\n"
                            "kernels     0.50             0.99\n"
                            " coalescing 0.25             0.99\n"
                            " tiling     1.00\n"
                            "transfers   0.99\n"));
}

TEST(SummaryText, ShowsTheIntervalOfThreeVariants) {
  EXPECT_THAT(summary_text(run_of({compared("transpose", "tile", Level::matched, 0.5),
                                   compared("transpose", "padded_tile", Level::matched, 1),
                                   compared("transpose", "swizzled_tile", Level::matched, 2)})),
              EndsWith("            matched\nkernels     1.00 0.18…5.59\n"));
}

TEST(SummaryText, IsTwelveLinesOfEightyColumns) {
  std::vector<CaseResult> cases;
  for (const char* experiment :
       {"stride", "transpose", "constant", "copy", "block_size", "latency"})
    for (const Level level : {Level::textbook, Level::matched, Level::tuned, Level::idiomatic})
      for (const double ratio : {0.01, 1.0, 99.0}) {
        cases.push_back(compared(experiment, std::to_string(ratio), level, ratio));
        cases.back().platform = "host";
      }
  std::istringstream lines(summary_text(run_of(cases)));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(columns(line), 80U) << line;
  EXPECT_LE(count, 12);
}

TEST(SummaryText, OfNothingIsNothing) {
  EXPECT_EQ(summary_text(run_of({})), "");
  EXPECT_EQ(summary_text(run_of({sample_case("tile")})),
            "\nNo Kokkos kernel is compared with native code here.\n");
}

}  // namespace
}  // namespace tilebridge
