// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/summary.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

CaseResult native_case(const char* experiment, const char* variant, double seconds) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  if (c.experiment == "histogram") c.parameters = {{"n", 1 << 20}, {"data", "uniform"}};
  c.kernels[native_code].timing = timing(seconds);
  return c;
}

TEST(Advice, NamesTheGreatestGainFirst) {
  Results results = sample_results();
  results.cases = {native_case("transpose", "padded_tile", 1e-3),
                   native_case("transpose", "tile", 2e-3),
                   native_case("histogram", "block_private", 1e-3),
                   native_case("histogram", "global_atomic", 13e-3)};
  EXPECT_EQ(advice_line(results), "largest native gains: sums per block 13×, no bank conflicts 2×");
}

TEST(Advice, IsEmptyWithoutTheCasesItIsTakenFrom) {
  Results results = sample_results();
  results.cases = {native_case("transpose", "tile", 2e-3)};
  EXPECT_EQ(advice_line(results), "");
}

}  // namespace
}  // namespace tilebridge::pages
