// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <set>

#include "catalogue/catalogue.hpp"
#include "measure/plan.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

void expect_run_refused(const std::string& arguments, const std::string& message) {
  expect_refused(run_tilebridge("run " + arguments), message);
}

TEST(CliRun, WrongUsageIsOneLineAndStatusTwo) {
  expect_run_refused("strid", "unknown experiment 'strid'; did you mean 'stride'?");
  expect_run_refused("stride/sum", "unknown variant of stride 'sum'");
  expect_run_refused("stride --set strid=2", "unknown parameter 'strid'; did you mean 'stride'?");
  expect_run_refused("stride --set stride=0", "stride=0 is out of range");
  expect_run_refused("stride --set stride=two", "stride=two is not a whole number");
  expect_run_refused("stride --set stride", "does not set a parameter");
  expect_run_refused("--preset fast", "unknown preset 'fast'");
  expect_run_refused("--platform gpu", "unknown platform 'gpu'");
  expect_run_refused("--model kokos", "unknown model 'kokos'; did you mean 'kokkos'?");
  expect_run_refused("--form text", "unknown form 'text'");
  expect_run_refused("--cache warm", "unknown cache mode 'warm'");
  expect_run_refused("--budget -1", "--budget");
  expect_run_refused("--half-width 2", "200%, is out of range: 0.0001% to 100%; did you mean 2%?");
  expect_run_refused("--parity-band 60%", "--parity-band 60% is out of range: 0.0001% to 50%");
  expect_run_refused("--nonsense", "--nonsense");
  expect_run_refused("dot --form vendor --model kokkos", "nothing to run");
  expect_run_refused("padded_tile", "did you mean 'transpose/padded_tile'?");
  expect_run_refused("/path/to/app", "a pair of your own ends in .so");
  expect_run_refused("--set n=-5", "stride: n=-5 is out of range");
  expect_run_refused("stride --device 0,x", "--device takes a number from 0, several");
  expect_run_refused("shuffle --platform host",
                     "shuffle needs a GPU: it has no code for hosts; `tilebridge explain "
                     "shuffle/broadcast` shows it");
}

TEST(CliOutput, WhatCannotBePrintedIsStatusSix) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  for (const char* command : {"list", "list --json", "report r.json", "--help", "--version",
                              "export --format gbench r.json", "explain transpose/tile"})
    expect_refused(run_tilebridge(std::string(command) + " > /dev/full", folder),
                   "cannot write all of the output", 6);
}

TEST(CliRun, NativeCodeGoesByItsLanguageToo) {
  // A plan that is empty, and says so, once the model is known.
  for (const char* model : {"native", "cuda", "hip"})
    expect_run_refused(std::string("dot/parallel_reduce --model ") + model, "nothing to run");
}

TEST(CliRun, WordsOfBeforeTheFirstReleaseAreUnknown) {
  for (const char* form : {"ranges", "construct", "matched", "library", "textbook"})
    expect_run_refused(std::string("dot --form ") + form, std::string("unknown form '") + form);
  expect_run_refused("dot --model vendor", "unknown model 'vendor'");
  expect_run_refused("dot --level loops", "unknown option '--level'");
}

TEST(CliRun, ADryRunOfANamedPlatformNeedsNoDeviceAndWritesNothing) {
  const TemporaryFolder folder;
  const std::string out = output_of(
      "run stride/add --set n=1Mi..4Mi,stride=1,real=float --platform cuda --model "
      "kokkos --dry-run -o r.json",
      folder);
  EXPECT_THAT(out, HasSubstr("3 cases on cuda, of kokkos; nothing is run or written"));
  EXPECT_THAT(out, HasSubstr("memory: 48 MiB on the device"));
  EXPECT_FALSE(std::filesystem::exists(folder / "r.json"));
  expect_run_refused("strid --platform cuda --dry-run", "did you mean 'stride'?");
  expect_run_refused("--resume r.json --dry-run", "leave --dry-run out");
  expect_run_refused("--self-check --dry-run", "--self-check excludes --dry-run");
}

/// 1529 cases of the preset full took 595 s on an H100 (docs/results).
TEST(CliRun, ADryRunBoundsWhatTheStoredRunTook) {
  const Results full = read_results(TILEBRIDGE_RESULTS "/h100-full.json");
  std::set<std::string> experiments;  // there are more by now
  for (const CaseResult& c : full.cases) experiments.insert(c.experiment);
  const Outcome outcome = run_tilebridge(
      fmt::format("run {} --preset full --platform cuda --dry-run", fmt::join(experiments, " ")));
  const std::size_t at = outcome.out.find("at most about ");
  ASSERT_NE(at, std::string::npos) << outcome.out;
  const double minutes = std::stod(outcome.out.substr(at + 14));
  EXPECT_GT(minutes, seconds_taken(full) / 60);
  EXPECT_LT(minutes, 1.6 * seconds_taken(full) / 60);
}

TEST(CliRun, ExperimentsMayBeSeparatedByCommas) {
  expect_run_refused("stride,transpos", "unknown experiment 'transpos'; did you mean 'transpose'?");
  expect_run_refused("stride,transpose/nope dot", "unknown variant of transpose 'nope'");
}

TEST(CliRun, SaysWhatABinaryUnitIsCalled) {
  expect_run_refused("stride --set n=1G", "n=1G is not a whole number; did you mean n=1Gi?");
  expect_run_refused("stride --set n=1024Gi", "n=1024Gi is out of range: 0 … 16Gi (");
}

class CliRunning : public RunningTest {
 protected:
  Outcome run(const std::string& arguments) const {
    return run_tilebridge("run --platform host " + arguments, folder_);
  }
};

TEST_F(CliRunning, OneModelAloneIsHeldAgainstTheCeilingsToo) {
  EXPECT_EQ(run("stride/copy --model kokkos --budget 0.01 --set n=4096,stride=1 -o r.json").status,
            0);
  const CaseResult result = read_results(folder_ / "r.json").cases.at(0);
  EXPECT_EQ(result.kernels.size(), 1U);
  EXPECT_GT(result.kernels.at(Model::kokkos).share_of_ceiling, 0);
}

TEST_F(CliRunning, ADryRunWithoutAPlatformChoosesAsARunDoes) {
  EXPECT_THAT(output_of("run stride/add --set n=64,stride=1 --dry-run", folder_),
              HasSubstr("memory: "));
}

TEST_F(CliRunning, WritesAFileThatFollowsTheSchema) {
  const std::string out = output_of(
      run("--budget 0.01 --set n=4096,m=16,k=16,rows=64,cols=48,stride=1,stride=2 -o r.json"));
  EXPECT_THAT(out, HasSubstr("results: r.json; table: tilebridge report FILE"));
  EXPECT_THAT(out, Not(HasSubstr("verdict")));
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  measure::Selection selected;
  selected.caches = {Cache::hot};
  selected.assignments = {{"n", "4096"},  {"m", "16"},     {"k", "16"},    {"rows", "64"},
                          {"cols", "48"}, {"stride", "1"}, {"stride", "2"}};
  EXPECT_EQ(results.cases.size(), measure::plan(selected, catalogue()).size());
  EXPECT_GT(results.ceilings.copy_bytes_per_s, 0);
  for (const CaseResult& c : results.cases) {
    EXPECT_EQ(c.kernels.at(Model::native).status, Status::ok) << c.experiment << "/" << c.variant;
    const KernelResult* kokkos = c.kernels.find(Model::kokkos);
    if (kokkos == nullptr || kokkos->status == Status::no_equivalent) continue;
    EXPECT_EQ(kokkos->status, Status::ok) << c.experiment << "/" << c.variant;
    EXPECT_EQ(std::ranges::count_if(
                  c.comparisons,
                  [](const ComparisonResult& r) { return r.kernel.model.is(Model::kokkos); }),
              1);
  }
}

TEST_F(CliRunning, ManyCasesHaveATableOnRequest) {
  const std::string out =
      output_of(run("coalescing --budget 0.001 --set n=64,stride=1,stride=2 --table -o r.json"));
  EXPECT_GT(read_results(folder_ / "r.json").cases.size(), 20U);
  EXPECT_THAT(out, HasSubstr(" verdict\n"));
}

TEST_F(CliRunning, TheSameSeedGivesTheSameErrors) {
  run("dot/warp_shuffle --budget 0.01 --seed 3 --set n=10000 -o a.json");
  run("dot/warp_shuffle --budget 0.01 --seed 3 --set n=10000 -o b.json");
  run("dot/warp_shuffle --budget 0.01 --seed 4 --set n=10000 -o c.json");
  const auto bound = [&](const char* file) {
    return read_results(folder_ / file).cases.at(0).kernels.at(Model::native).validation->bound;
  };
  EXPECT_DOUBLE_EQ(bound("a.json"), bound("b.json"));  // threads add in another order
  EXPECT_NE(bound("a.json"), bound("c.json"));
}

TEST_F(CliRunning, TooLargeASizeSaysWhatIsAskedAndWhatThereIs) {
  const Outcome outcome = run("stride/add --set n=16Gi");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              testing::ContainsRegex("needs 19[0-9]\\..* GiB of .* memory, .* is available"));
}

TEST_F(CliRunning, AnOutputThatCannotBeWrittenIsSaidBeforeAnythingRuns) {
  expect_refused(run("-o missing/r.json"), "cannot write 'missing/r.json'");
}

TEST_F(CliRunning, APlatformWithoutADeviceIsStatusFive) {
  if (run_tilebridge("devices --platform cuda", folder_).status == 0)
    GTEST_SKIP() << "there is a CUDA device here";
  expect_refused(run_tilebridge("run --platform cuda", folder_), "", 5);
}

TEST_F(CliRunning, ControlCKeepsTheFinishedExperiments) {
  // Interrupted once the first experiment is in the journal; the second has a minute to spend.
  const Outcome outcome = run_tilebridge(
      "run stride/copy transpose/tile --platform host --cache hot --budget 60 --half-width 1e-6 "
      "--set stride=1,n=4096,rows=2048,cols=2048 -o r.json & pid=$!; "
      "for i in $(seq 5000); do [ -s r.json.journal ] && break; kill -0 $pid || break; sleep 0.05; "
      "done; kill -INT $pid; "
      "wait $pid",
      folder_);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept"));
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 1U);
  EXPECT_EQ(results.cases.front().experiment, "stride");
}

/// Quick, and of two experiments.
constexpr const char* two = "stride/copy dot/warp_shuffle --budget 0.01 --set n=4096,stride=1 ";

/// The file of one such run, which several tests start from.
void write_result_of_two(const std::filesystem::path& file) {
  static const std::string text = [] {
    const TemporaryFolder folder;
    run_tilebridge("run --platform host -o r.json " + std::string(two), folder);
    return file_text(folder / "r.json");
  }();
  std::ofstream(file) << text;
}

/// Kills a run of two experiments in its second, which has a minute to spend.
constexpr const char* killed =
    "run stride/copy transpose/tile --platform host --cache hot --budget 60 --half-width 1e-6 "
    "--set n=4096,stride=1,rows=2048,cols=2048 -o r.json & pid=$!; "
    "for i in $(seq 5000); do [ -s r.json.journal ] && break; kill -0 $pid || break; sleep 0.05; "
    "done; "
    "kill -KILL $pid; wait $pid";

TEST_F(CliRunning, AResultFileIsNotReplacedUnasked) {
  write_result_of_two(folder_ / "r.json");
  const std::string before = file_text(folder_ / "r.json");
  expect_refused(run("stride/add --budget 0.01 --set n=4096,stride=1 -o r.json"),
                 "'r.json' already exists, and it holds 2 cases");
  EXPECT_EQ(file_text(folder_ / "r.json"), before);
  EXPECT_EQ(run("stride/add --budget 0.01 --set n=4096,stride=1 -o r.json --overwrite").status, 0);
  EXPECT_EQ(read_results(folder_ / "r.json").cases.front().variant, "add");
}

TEST_F(CliRunning, RunsOfOneMomentHaveAFileEach) {
  const std::string one = " run --platform host --budget 0.01 --set n=4096,stride=1 stride/";
  const Outcome outcome = run_command(
      TILEBRIDGE_PROGRAM + one + "copy & " TILEBRIDGE_PROGRAM + one + "add & wait", folder_);
  std::set<std::string> variants;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    if (entry.path().filename() != "stderr.txt")
      variants.insert(read_results(entry.path()).cases.at(0).variant);
  EXPECT_EQ(variants, (std::set<std::string>{"add", "copy"}));
}

TEST_F(CliRunning, AFileThatAnotherRunWritesIsRefused) {
  const Output held = choose_output(folder_ / "r.json", "results", false);
  for (const char* options : {"", "--overwrite"})
    expect_refused(run("stride/copy -o r.json " + std::string(options)),
                   "'r.json' is being written by another run; wait for its end, or name another "
                   "file\n");
}

TEST_F(CliRunning, AnArgumentMayHaveAnyBytes) {
  EXPECT_EQ(run("stride/copy --budget 0.01 --set n=4096,stride=1 -o \"$(printf "
                "'r\\351s.json')\" && " TILEBRIDGE_PROGRAM " report *.json")
                .status,
            0);
  EXPECT_EQ(read_results(folder_ / "r\xe9s.json").cases.size(), 1U);
}

TEST_F(CliRunning, AFullDiskLosesNothing) {
  std::filesystem::create_directory(folder_ / "elsewhere");
  const Outcome outcome =
      run_command("TMPDIR=$PWD/elsewhere " TILEBRIDGE_PROGRAM " run --platform host -o /dev/full " +
                      std::string(two),
                  folder_);
  EXPECT_EQ(outcome.status, 6);
  EXPECT_THAT(outcome.out, HasSubstr("warp_shuffle"));  // the table
  EXPECT_THAT(outcome.err, HasSubstr("cannot write '/dev/full': No space left on device; the "
                                     "results are in '"));
  const std::filesystem::directory_iterator copies(folder_ / "elsewhere");
  ASSERT_NE(copies, std::filesystem::directory_iterator());
  EXPECT_EQ(read_results(copies->path()).cases.size(), 2U);
}

/// Writing fails from some size on, as on a full disk.
TEST_F(CliRunning, AJournalThatNoLongerGrowsEndsNoRun) {
  const Outcome outcome =
      run_command("ulimit -f 24; HOME=$PWD TMPDIR=$PWD " TILEBRIDGE_PROGRAM
                  " run stride gather --platform host --budget 0.01 --set n=4096 -o r.json",
                  folder_);
  EXPECT_EQ(outcome.status, 6);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write 'r.json.journal': File too large; the run "
                                     "continues"));
  EXPECT_THAT(outcome.err, HasSubstr("r.json': File too large"));
  EXPECT_THAT(outcome.out, HasSubstr("gather  n=4Ki pattern=broadcast"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  EXPECT_EQ(run_tilebridge("report r.json.journal", folder_).status, 0);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(CliRunning, AKilledRunLeavesWhatItHadFinishedAndGoesOn) {
  EXPECT_EQ(run_tilebridge(killed, folder_).status, 137);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  EXPECT_EQ(run_tilebridge("report r.json.journal", folder_).status, 0);
  ASSERT_EQ(read_results(folder_ / "r.json.journal").cases.size(), 1U);
  EXPECT_THAT(run(std::string(two) + "-o r.json").err, HasSubstr("belongs to an interrupted run"));

  // This is the same run with less time.
  std::string text = file_text(folder_ / "r.json.journal");
  text.replace(text.find("\"budget_seconds\":60.0"), 21, "\"budget_seconds\":0.01");
  std::ofstream(folder_ / "r.json.journal") << text;
  const CaseResult first = read_results(folder_ / "r.json.journal").cases.front();
  EXPECT_EQ(run_tilebridge("run --resume r.json.journal", folder_).status, 0);
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.cases.size(), 2U);
  EXPECT_EQ(to_json(results.cases[0]), to_json(first));
  EXPECT_EQ(results.cases[1].variant, "tile");
  EXPECT_EQ(results.program["resumed"].size(), 1U);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json.journal"));
}

/// A process that continues where others died adds its time to theirs.
TEST_F(CliRunning, TheTimeOfARunIsThatOfAllItsProcesses) {
  std::ofstream(folder_ / "job.json") << R"({"task": "run", "output": "r.json",
      "seconds_before": 1000, "request": {"experiments": ["transpose/tile"], "platform": "host",
      "set": [["rows", "64"], ["cols", "48"]], "budget_seconds": 0.01}})";
  EXPECT_EQ(run_command(TILEBRIDGE_PROGRAM "-run --request job.json", folder_).status, 0);
  EXPECT_GT(read_results(folder_ / "r.json").program.at("seconds"), 1000);
}

TEST_F(CliRunning, AWholeRunResumedHasNothingLeftToDo) {
  write_result_of_two(folder_ / "r.json");
  const Results before = read_results(folder_ / "r.json");
  EXPECT_EQ(run_tilebridge("run --resume r.json", folder_).status, 0);
  const Results after = read_results(folder_ / "r.json");
  EXPECT_EQ(to_json(after)["cases"], to_json(before)["cases"]);
  EXPECT_EQ(to_json(after)["ceilings"], to_json(before)["ceilings"]);
}

TEST_F(CliRunning, AnotherBuildOrDeviceDoesNotGoOn) {
  write_result_of_two(folder_ / "r.json");
  Json json = Json::parse(file_text(folder_ / "r.json"));
  json["device"]["name"] = "NVIDIA H200";
  std::ofstream(folder_ / "r.json") << json;
  expect_refused(run_tilebridge("run --resume r.json", folder_),
                 "device/name was NVIDIA H200 and is ");
  EXPECT_THAT(run_tilebridge("run --resume r.json --budget 1", folder_).err,
              HasSubstr("--resume continues a run as it was started; leave --budget out"));
  json["program"].erase("request");
  std::ofstream(folder_ / "r.json") << json;
  EXPECT_THAT(run_tilebridge("run --resume r.json", folder_).err,
              HasSubstr("it has no request to continue: it was not written by"));
}

TEST_F(CliRunning, ADamagedRequestIsNotContinued) {
  write_result_of_two(folder_ / "r.json");
  const Json whole = Json::parse(file_text(folder_ / "r.json"));
  const auto expect_damaged = [&](const Json& request, const std::string& message) {
    Json json = whole;
    json["program"]["request"] = request;
    std::ofstream(folder_ / "r.json") << json;
    expect_refused(run_tilebridge("run --resume r.json", folder_),
                   "--resume 'r.json': its request is damaged (" + message);
  };
  expect_damaged(nullptr, "");
  expect_damaged(Json::array(), "");
  expect_damaged(7, "");
  const auto with = [&](const char* name, const Json& value) {
    Json request = whole["program"]["request"];
    request[name] = value;
    return request;
  };
  expect_damaged(with("comparisons", -1), "comparisons -1 is out of range: 1 to 100000");
  expect_damaged(with("comparisons", 1e30), "");
  expect_damaged(with("parity_band", -1), "parity_band -1 is out of range");
  expect_damaged(with("half_width", nullptr), "half_width nan is out of range");
  expect_damaged(with("budget_seconds", 1e9), "budget_seconds 1000000000 is out of range");
  expect_damaged(with("timeout_seconds", -5), "timeout_seconds");
  expect_damaged(with("at_least", -5), "at_least");
  expect_damaged(with("device", -1), "device");
  expect_damaged(with("seed", -1), "seed: -1 is out of range");
  expect_damaged(with("experiments", nullptr), "experiments: a list is missing");
  expect_damaged(with("set", "n=4"), "");
}

TEST_F(CliRunning, ADeviceThatIsNotThereIsStatusFive) {
  expect_refused(run("stride/copy --device 3"), "no device 3", 5);
}

TEST_F(CliRunning, AHostRunSaysWhatItIsGoodFor) {
  const Outcome outcome = run("stride/copy --budget 0.01 --set n=4096,stride=1 -o r.json");
  const std::string note = "say nothing about a GPU";
  EXPECT_THAT(outcome.out, HasSubstr(note));
  EXPECT_EQ(outcome.out.find(note), outcome.out.rfind(note));
  EXPECT_THAT(outcome.out, Not(HasSubstr("of native speed")));
}

TEST_F(CliRunning, DevicesThatAreNotThereAreStatusFive) {
  EXPECT_EQ(run_tilebridge("devices --device 3", folder_).status, 5);
  EXPECT_EQ(run_tilebridge("devices --device 3 --json", folder_).status, 5);
}

TEST_F(CliRunning, SelfCheckPublishesItsRate) {
  const Outcome outcome = run(
      "dot stride/add --self-check --comparisons 6 --budget 0.02 --set n=4096,stride=1 -o r.json");
  EXPECT_THAT(outcome.out, HasSubstr("6 comparisons"));
  const Results results = read_results(folder_ / "r.json");
  ASSERT_TRUE(results.self_check);
  EXPECT_EQ(outcome.status, results.self_check->fails() ? 1 : 0);
  EXPECT_EQ(results.self_check->comparisons.size(), 6U);
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
}

std::string host_experiments_that_may_be_empty() {
  std::string names;
  for (const Experiment& e : catalogue())
    for (const char* size : {"n", "rows"})
      if (const Parameter* p = e.parameter(size); p != nullptr && p->minimum == 0 && !e.needs_gpu())
        names += e.name + " ";
  return names;
}

TEST_F(CliRunning, EmptySizesAreValidatedAndNotTimed) {
  const std::string empty = "--budget 0.01 --set n=0,rows=0,cols=5,stride=1 -o r.json ";
  EXPECT_EQ(run(empty + host_experiments_that_may_be_empty()).status, 0);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases)
    for (const auto& [kernel, result] : c.kernels) {
      if (result.status == Status::no_equivalent) continue;
      EXPECT_EQ(result.status, c.work.empty() ? Status::skipped : Status::ok) << c.variant;
    }
}

TEST_F(CliRunning, DevicesShowsAllOfAPlatformAndWhatItMeasured) {
  const std::string out = output_of("devices --platform host --device all", folder_);
  EXPECT_THAT(out, testing::StartsWith("host: "));
  const std::size_t measured = out.find("Copying, measured");
  EXPECT_NE(measured, std::string::npos);
  EXPECT_EQ(measured, out.rfind("Copying, measured"));  // the host is one device
}

TEST_F(CliRunning, DevicesThereAreNot) {
  expect_refused(run_tilebridge("devices --device first", folder_),
                 "--device takes a number from 0, or all; not 'first'");
}

TEST_F(CliRunning, DevicesAsJson) {
  const std::string out = output_of("devices --json", folder_);
  const Json json = Json::parse(out);
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
}  // namespace tilebridge::cli
