#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;

/// One line on standard error, the status, and no result file.
void expect_refused(const std::string& arguments, int status, const std::string& message) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("run " + arguments, folder);
  EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(CliRun, WrongUsageIsOneLineAndStatusTwo) {
  expect_refused("strid", 2, "unknown experiment 'strid'; did you mean 'stride'?");
  expect_refused("stride/sum", 2, "unknown variant of stride 'sum'");
  expect_refused("stride --set strid=2", 2, "unknown parameter 'strid'; did you mean 'stride'?");
  expect_refused("stride --set stride=0", 2, "stride=0 is out of range");
  expect_refused("stride --set stride=two", 2, "stride=two is not a whole number");
  expect_refused("stride --set stride", 2, "does not set a parameter");
  expect_refused("--preset fast", 2, "unknown preset 'fast'");
  expect_refused("--platform gpu", 2, "unknown platform 'gpu'");
  expect_refused("--model kokos", 2, "unknown model 'kokos'; did you mean 'kokkos'?");
  expect_refused("--level text", 2, "unknown level 'text'");
  expect_refused("--cache warm", 2, "unknown cache mode 'warm'");
  expect_refused("--budget -1", 2, "--budget");
  expect_refused("--half-width 2", 2, "200%, is out of range: 0.0001% to 100%; did you mean 2%?");
  expect_refused("--parity-band 60%", 2, "--parity-band 60% is out of range: 0.0001% to 50%");
  expect_refused("--nonsense", 2, "--nonsense");
  expect_refused("dot --level tuned --model vendor", 2, "nothing to run");
}

TEST(CliRun, NativeCodeGoesByItsLanguageToo) {
  // A plan that is empty, and says so, once the model is known.
  for (const char* model : {"native", "cuda", "hip"})
    expect_refused(std::string("dot/parallel_reduce --model ") + model, 2, "nothing to run");
}

TEST(CliRun, ExperimentsMayBeSeparatedByCommas) {
  expect_refused("stride,transpos", 2, "unknown experiment 'transpos'; did you mean 'transpose'?");
  expect_refused("stride,transpose/nope dot", 2, "unknown variant of transpose 'nope'");
}

TEST(CliRun, SaysWhatABinaryUnitIsCalled) {
  expect_refused("stride --set n=1G", 2, "n=1G is not a whole number; did you mean n=1Gi?");
  expect_refused("stride --set n=1024Gi", 2, "n=1024Gi is out of range: 0 … 16Gi (");
}

/// Cases that need tilebridge-run to start.
class CliRunning : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  Outcome run(const std::string& arguments) const {
    return run_tilebridge("run --platform host " + arguments, folder_);
  }
  TemporaryFolder folder_;
};

TEST_F(CliRunning, OneModelAloneIsHeldAgainstTheCeilingsToo) {
  const Outcome outcome =
      run("stride/copy --model kokkos --budget 0.01 --set n=4096,stride=1 -o r.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const CaseResult result = read_results(folder_ / "r.json").cases.at(0);
  EXPECT_EQ(result.models.size(), 1U);
  EXPECT_GT(result.models.at(Model::kokkos).share_of_ceiling, 0);
}

TEST_F(CliRunning, WritesAFileThatFollowsTheSchema) {
  const Outcome outcome =
      run("--budget 0.01 --set n=4096,rows=64,cols=48,stride=1,stride=2 -o r.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("results: r.json"));
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  EXPECT_GT(results.cases.size(), 15U);
  EXPECT_GT(results.ceilings.copy_bytes_per_s, 0);
  for (const CaseResult& c : results.cases) {
    EXPECT_EQ(c.models.at(Model::native).status, Status::ok) << c.experiment << "/" << c.variant;
    const auto kokkos = c.models.find(Model::kokkos);
    if (kokkos == c.models.end() || kokkos->second.status == Status::no_equivalent) continue;
    EXPECT_EQ(kokkos->second.status, Status::ok) << c.experiment << "/" << c.variant;
    EXPECT_EQ(c.comparisons.size(), 1U);
  }
}

TEST_F(CliRunning, TheSameSeedGivesTheSameErrors) {
  run("dot/warp_shuffle --budget 0.01 --seed 3 --set n=10000 -o a.json");
  run("dot/warp_shuffle --budget 0.01 --seed 3 --set n=10000 -o b.json");
  run("dot/warp_shuffle --budget 0.01 --seed 4 --set n=10000 -o c.json");
  const auto bound = [&](const char* file) {
    return read_results(folder_ / file).cases.at(0).models.at(Model::native).validation->bound;
  };
  EXPECT_EQ(bound("a.json"), bound("b.json"));
  EXPECT_NE(bound("a.json"), bound("c.json"));
}

TEST_F(CliRunning, TooLargeASizeSaysWhatIsAskedAndWhatThereIs) {
  const Outcome outcome = run("stride/add --set n=16Gi");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              testing::ContainsRegex("needs 19[0-9]\\..* GiB of .* memory, .* is available"));
}

TEST_F(CliRunning, AnOutputThatCannotBeWrittenIsSaidBeforeAnythingRuns) {
  const Outcome outcome = run("-o missing/r.json");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write 'missing/r.json'"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST_F(CliRunning, APlatformWithoutADeviceIsStatusFive) {
  if (run_tilebridge("devices --platform cuda", folder_).status == 0)
    GTEST_SKIP() << "there is a CUDA device here";
  const Outcome outcome = run_tilebridge("run --platform cuda", folder_);
  EXPECT_EQ(outcome.status, 5);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(CliRunning, ControlCKeepsTheFinishedExperiments) {
  // Interrupted once the first experiment is in the file; the second has a minute to spend.
  const Outcome outcome = run_tilebridge(
      "run stride/copy transpose/tile --platform host --cache hot --budget 60 --half-width 1e-6 "
      "--set stride=1,n=4096,rows=2048,cols=2048 -o r.json & pid=$!; "
      "for i in $(seq 5000); do [ -e r.json ] && break; sleep 0.05; done; kill -INT $pid; wait "
      "$pid",
      folder_);
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept"));
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 1U);
  EXPECT_EQ(results.cases.front().experiment, "stride");
}

TEST_F(CliRunning, SelfCheckPublishesItsRate) {
  const Outcome outcome = run(
      "dot stride/add --self-check --comparisons 6 --budget 0.02 --set n=4096,stride=1 -o r.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("6 comparisons"));
  const Results results = read_results(folder_ / "r.json");
  ASSERT_TRUE(results.self_check);
  EXPECT_EQ(results.self_check->comparisons.size(), 6U);
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
}

std::string experiments_that_may_be_empty() {
  std::string names;
  for (const Experiment& e : catalogue())
    for (const char* size : {"n", "rows"})
      if (const Parameter* p = e.parameter(size); p != nullptr && p->minimum == 0)
        names += e.name + " ";
  return names;
}

TEST_F(CliRunning, EmptySizesAreValidatedAndNotTimed) {
  const std::string empty = "--budget 0.01 --set n=0,rows=0,cols=5,stride=1 -o r.json ";
  EXPECT_EQ(run(empty + experiments_that_may_be_empty()).status, 0);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases)
    for (const auto& [model, result] : c.models) {
      if (result.status == Status::no_equivalent) continue;
      EXPECT_EQ(result.status, c.work.empty() ? Status::skipped : Status::ok) << c.variant;
    }
}

TEST_F(CliRunning, DevicesShowsTheHostAndWhatItMeasured) {
  const Outcome outcome = run_tilebridge("devices --platform host", folder_);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Copying, measured"));
}

TEST_F(CliRunning, DevicesAsJson) {
  const Outcome outcome = run_tilebridge("devices --json", folder_);
  EXPECT_EQ(outcome.status, 0);
  const Json json = Json::parse(outcome.out);
  bool has_host = false;
  for (const auto& device : json["devices"]) {
    if (device.contains("unavailable")) continue;
    EXPECT_NE(device["device"]["name"], "");
    EXPECT_GT(device["ceilings"]["copy_GB_per_s"], 0);
    has_host = has_host || device["platform"] == "host";
  }
  EXPECT_TRUE(has_host);
}

}  // namespace
}  // namespace tilebridge
