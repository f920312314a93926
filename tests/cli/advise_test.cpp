// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

CaseResult staging(const std::string& variant, std::int64_t uses, double seconds) {
  CaseResult c = sample_case(variant);
  c.experiment = "reuse";
  c.parameters = {{"n", 1024}, {"uses", uses}};
  c.models[Model::native].timing = timing(seconds);
  return c;
}

TEST(CliAdvise, HasAChartWithoutFigures) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("advise", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr(" 1.  Do the threads of a warp access neighbouring"));
  EXPECT_THAT(outcome.out, HasSubstr("coalesced access, shared memory"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("×")));
}

/// Direct: 10 µs a use. Staged: 20 µs and 5 µs a use; so it gains from 4 uses on.
TEST(CliAdvise, SaysFromHowManyUsesOnStagingPays) {
  const TemporaryFolder folder;
  Results results = sample_results();
  results.cases.clear();
  for (const std::int64_t uses : {1, 2, 8, 16}) {
    results.cases.push_back(staging("direct", uses, 1e-5 * static_cast<double>(uses)));
    results.cases.push_back(staging("staged", uses, 2e-5 + 5e-6 * static_cast<double>(uses)));
  }
  write_results(folder / "r.json", results);
  const Outcome outcome = run_tilebridge("advise r.json", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("gains measured on NVIDIA H200"));
  EXPECT_THAT(outcome.out, HasSubstr("1 use: 0.4×, 2 uses: 0.667×, 8 uses: 1.33×, 16 uses: 1.6×"));
  EXPECT_THAT(outcome.out, HasSubstr("a gain of 1.1× or more from 8 uses on"));
  EXPECT_THAT(outcome.out, HasSubstr("a use of all elements takes 10 µs directly, 5 µs staged"));
  EXPECT_THAT(outcome.out, HasSubstr("from 4.0 uses on"));
}

TEST(CliAdvise, OrdersTheStepsByWhatTheyGain) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("advise '" TILEBRIDGE_RESULTS "/h200-full.json'", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::ContainsRegex(
                               "By the gains measured: coalesced access [0-9.]+×, the block"));
  EXPECT_THAT(outcome.out, HasSubstr("lose nothing up to 24 KiB each"));
}

TEST(CliAdvise, AFileWithoutItsCasesHasNoFigures) {
  const TemporaryFolder folder;
  Results results = sample_results();
  results.cases.clear();
  write_results(folder / "r.json", results);
  const Outcome outcome = run_tilebridge("advise r.json", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, Not(HasSubstr("×")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("with gains measured on")));
  EXPECT_THAT(outcome.out, HasSubstr("measure\nthem: tilebridge run coalescing tiling execution"));
}

}  // namespace
}  // namespace tilebridge::cli
