// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/run.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Results measured() {
  Results results = sample_results();
  results.cases = {sample_case("one"), sample_case("two")};
  results.ceilings.copy_bytes_per_s = 4.5e12;
  results.datasheet.copy_bytes_per_s = 5e12;
  results.ceilings.flops = 0;
  for (CaseResult& c : results.cases) {
    c.sampling.clock_hz = 1.98e9;
    c.sampling.throttle_reasons = {};
  }
  return results;
}

TEST(AnswerView, TheMachineIsHeldAgainstItsDatasheet) {
  EXPECT_EQ(health_line(measured()), "copies 90% of the datasheet; 1.98 GHz; throttled: none");
}

TEST(AnswerView, AThrottledMachineIsSaidToBe) {
  Results results = measured();
  results.cases[1].sampling.clock_hz = 1.2e9;
  results.cases[1].sampling.throttle_reasons = {"power"};
  EXPECT_THAT(health_line(results), HasSubstr("1.20–1.98 GHz; throttled: 1 case"));
}

TEST(AnswerView, ACaseThatWasSlowFromItsStartCountsAsThrottled) {
  Results results = measured();
  results.cases[1].sampling.clock_hz = 1.2e9;
  EXPECT_THAT(health_line(results), HasSubstr("1.20–1.98 GHz; throttled: 1 case"));
}

TEST(AnswerView, OfAHostNothingIsKnown) {
  Results results = measured();
  results.cases[0].platform = "host";
  EXPECT_EQ(health_line(results), "");
}

TEST(AnswerView, InvalidResultsComeFirst) {
  Results results = measured();
  EXPECT_THAT(counts_line(results), StartsWith("2 cases: "));
  results.program["seconds"] = 340.4;
  EXPECT_THAT(counts_line(results), StartsWith("2 cases in 5.7 min: "));
  results.program["seconds"] = 45.2;
  EXPECT_THAT(counts_line(results), StartsWith("2 cases in 45 s: "));
  results.program["seconds"] = "a while";
  EXPECT_THAT(counts_line(results), StartsWith("2 cases: "));
  EXPECT_THAT(counts_line(results), Not(HasSubstr("INVALID")));
  for (auto& [kernel, result] : results.cases[0].kernels) result.status = Status::invalid;
  EXPECT_THAT(counts_line(results), testing::ContainsRegex("^2 cases: [0-9]+ INVALID, "));
}

}  // namespace
}  // namespace tilebridge::pages
