// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/file.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

constexpr const char* full = "'" TILEBRIDGE_RESULTS "/h200-models.json'";

TEST(CliCheck, AnH200IsAsFastAsOthers) {
  const std::string out = output_of(std::string("check ") + full);
  EXPECT_THAT(out, HasSubstr("NVIDIA H200\n"));
  EXPECT_THAT(out, HasSubstr(" known machine "));
  EXPECT_THAT(out, HasSubstr("copying memory"));
  EXPECT_THAT(out, HasSubstr("PASS\n"));
}

TEST(CliCheck, AFileIsNotCheckedAgainstItself) {
  EXPECT_THAT(output_of("check '" TILEBRIDGE_RESULTS "/h100-full.json'"),
              HasSubstr("  1 known machine  "));
}

TEST(CliCheck, ASlowOneHasStatusOne) {
  const TemporaryFolder folder;
  Results results = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  results.ceilings.read_bytes_per_s *= 0.8;
  write_results(folder / "slow.json", results);
  const Outcome outcome = run_tilebridge("check slow.json", folder);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("LOW\n"));
}

void scale_times(Timing& timing, double scale) {
  for (double* seconds : {&timing.seconds.median, &timing.seconds.low, &timing.seconds.high})
    *seconds *= scale;
  for (double& seconds : timing.samples) seconds *= scale;
}

/// Writes gpu0.json to gpu5.json: a stored run, each a bit slower than the one before, and the
/// first by `factor`.
void write_fleet(const TemporaryFolder& folder, double factor) {
  const Results stored = read_results(TILEBRIDGE_RESULTS "/h200-first.json");
  for (int gpu = 0; gpu < 6; ++gpu) {
    Results results = stored;
    const double scale = gpu == 0 ? factor : 1 + 5e-4 * gpu;
    for (CaseResult& c : results.cases)
      for (auto& [kernel, result] : c.kernels)
        if (result.timing) scale_times(*result.timing, scale);
    write_results(folder / fmt::format("gpu{}.json", gpu), results);
  }
}

TEST(CliCheck, OfManyFilesTheSlowGpuIsNamed) {
  const TemporaryFolder folder;
  write_fleet(folder, 1.1);
  const Outcome outcome = run_tilebridge("check gpu*.json", folder);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\n  gpu0.json +SLOW +1.09"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\n  gpu1.json +alike "));
  EXPECT_EQ(run_tilebridge("check gpu*.json --max-slowdown 20%", folder).status, 0);
  EXPECT_EQ(run_tilebridge("check gpu*.json --json", folder).status, 2);
}

TEST(CliCheck, OfFilesOfAlikeGpusNoneIsNamed) {
  const TemporaryFolder folder;
  write_fleet(folder, 1);
  EXPECT_THAT(output_of("check gpu*.json", folder), testing::Not(HasSubstr("SLOW")));
}

TEST(CliCheck, GpusOfAnotherKindAreNotComparedWithTheseFew) {
  const TemporaryFolder folder;
  write_fleet(folder, 1);
  const std::string out =
      output_of("check gpu*.json '" TILEBRIDGE_RESULTS "/h100-copies.json'", folder);
  EXPECT_THAT(out, HasSubstr("NVIDIA H100"));
  EXPECT_THAT(out, HasSubstr("Not compared with other GPUs: 1 file"));
}

TEST(CliCheck, WithoutAFileTheMachineIsMeasured) {
  const std::string out =
      output_of("check --platform host");  // no datasheet, no known machines: nothing is low
  EXPECT_THAT(out, HasSubstr("no other machine of this kind is known"));
  EXPECT_THAT(out, HasSubstr("copying memory"));
  EXPECT_EQ(run_tilebridge("check --platform none").status, 2);
}

TEST(CliCheck, WithoutAFileOrADeviceIsOneLine) {
  if (run_tilebridge("devices --platform cuda").status == 0)
    GTEST_SKIP() << "there is a CUDA device here";
  expect_refused(run_tilebridge("check"), "", 5);
}

TEST(CliCheck, JsonIsAnEntryOfTheListOfMachines) {
  const std::string out = output_of(std::string("check --json ") + full);
  const auto entry = nlohmann::json::parse(out);
  const auto known =
      nlohmann::json::parse(file_text(TILEBRIDGE_DOCS "/results/machines.json")).at("machines");
  EXPECT_THAT(known, testing::Contains(entry));
  EXPECT_EQ(run_tilebridge("check --json").status, 2);  // a file is what it is taken from
}

TEST(CliCheck, JsonDoesNotIdentifyTheGpu) {
  const TemporaryFolder folder;
  Results results = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  results.device["uuid"] = "GPU-00112233-4455-6677-8899-aabbccddeeff";
  write_results(folder / "run.json", results);
  const Outcome outcome = run_tilebridge("check run.json --json", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out + outcome.err, testing::Not(HasSubstr("00112233")));
}

}  // namespace
}  // namespace tilebridge::cli
