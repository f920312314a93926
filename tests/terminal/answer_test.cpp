// SPDX-License-Identifier: Apache-2.0
#include "terminal/answer.hpp"

#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/results/idiom_results.hpp"
#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(Answer, OfAFullRunFitsOnATerminal) {
  const std::string text = answer(read_results(TILEBRIDGE_RESULTS "/h200-full.json"), catalogue());
  EXPECT_LE(expect_columns(text, 80), 23) << text;
  EXPECT_THAT(text, HasSubstr("\nkernels     0.69 0.64…0.75 "));
  EXPECT_THAT(text, HasSubstr("\nslowest kernels in ranges"));
  EXPECT_THAT(text, HasSubstr("\nmost expensive idioms"));
  EXPECT_THAT(text, testing::ContainsRegex("\n[0-9]+ cases in [0-9.]+ min: "));
}

TEST(Answer, NamesKernelsWithTheirIdiomsAndWhatToWriteInstead) {
  const std::string text = answer(idiom_results_with_kernel(2), catalogue());
  EXPECT_THAT(text,
              HasSubstr("\n  0.50 of native dot/block_tree: team_control/team_range (cost here "
                        "unknown),"));
  EXPECT_THAT(text,
              HasSubstr("\n  2.00× team_control/single: (vector length 1) if (team.team_rank() == "
                        "0)"));
}

TEST(Answer, OfAHostNamesNoIdiomsAndSaysWhatItIsGoodFor) {
  Results results = idiom_results_with_kernel(2);
  for (CaseResult& c : results.cases) c.platform = "host";
  const std::string text = answer(results, catalogue());
  EXPECT_THAT(text, testing::Not(HasSubstr("slowest kernels in ranges")));
  EXPECT_THAT(text, testing::Not(HasSubstr("of native")));
  EXPECT_THAT(text, testing::ContainsRegex("[0-9]+ results valid"));
  EXPECT_THAT(text, testing::ContainsRegex("say\\s+nothing\\s+about\\s+a\\s+GPU"));
}

TEST(Answer, OfAPairOnAHostKeepsItsRatio) {
  Results results = idiom_results_with_kernel(2);
  results.cases = {results.cases.back()};
  results.cases[0].experiment = "heat_flux";
  results.cases[0].platform = "host";
  const std::string text = answer(results, catalogue());
  EXPECT_THAT(text, HasSubstr("heat_flux: Kokkos runs at "));
  EXPECT_THAT(text, HasSubstr("1 case"));
}

}  // namespace
}  // namespace tilebridge::terminal
