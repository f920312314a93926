// SPDX-License-Identifier: Apache-2.0
#include "pages/curves.hpp"

#include <gmock/gmock.h>

#include <map>

#include "results/file.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Curves, TheVariedParameterIsTheOneThatCurvesLieAlong) {
  const ReportFile file = {"", read_results(TILEBRIDGE_RESULTS "/h200-models.json")};
  const Report report = report_of({&file, 1}, catalogue(), "");
  std::map<std::string, std::optional<std::string>> varied;
  for (const ExperimentCases& experiment : report.experiments)
    varied[experiment.name] = varied_parameter(experiment);
  EXPECT_EQ(varied["stride"], "stride");
  EXPECT_EQ(varied["offset"], "offset");
  EXPECT_EQ(varied["element_size"], "bytes");  // whose values are words
  EXPECT_EQ(varied["occupancy"], "shared_kib");
  EXPECT_EQ(varied["latency"], "bytes");
  EXPECT_EQ(varied["roofline"], "steps");
  EXPECT_EQ(varied["layout"], std::nullopt);  // two sizes are no curve
}

TEST(Curves, OnlyWholeNumbersAreNumbers) {
  EXPECT_EQ(number_of(Value(std::int64_t{32})), 32.0);
  EXPECT_EQ(number_of(Value(std::string("16"))), 16.0);
  EXPECT_EQ(number_of(Value(std::string("16 bytes"))), std::nullopt);
  EXPECT_EQ(number_of(Value(std::string("inf"))), std::nullopt);
  EXPECT_EQ(number_of(Value(std::string("skewed"))), std::nullopt);
  EXPECT_EQ(number_of(sample_case("tile"), "rows"), 16384.0);
  EXPECT_EQ(number_of(sample_case("tile"), "n"), std::nullopt);
}

TEST(Curves, ASettingWithoutItsVariedParameter) {
  EXPECT_EQ(setting_without(sample_case("tile"), "rows"), "cols=16Ki, cold");
}

/// A walk whose steps take 10 ns up to 256 KiB, and 20 ns beyond.
Results walk() {
  Results results = sample_results();
  results.cases.clear();
  for (std::int64_t bytes = 64 << 10; bytes <= 4 << 20; bytes *= 2) {
    CaseResult c = sample_case("global");
    c.experiment = "latency";
    c.parameters = {{"bytes", bytes}};
    c.work = {.steps = 1000};
    c.kernels[native_code].timing = timing(bytes <= 256 << 10 ? 10e-6 : 20e-6);
    results.cases.push_back(c);
  }
  return results;
}

TEST(LevelsTable, HasARowForEachLevel) {
  EXPECT_THAT(lines_of(levels_table(walk())),
              ElementsAre("global | CUDA | 64Ki … 256Ki | 19.8 | 10.0",
                          "global | CUDA | 512Ki … 4Mi | 39.6 | 20.0"));
}

}  // namespace
}  // namespace tilebridge::pages
