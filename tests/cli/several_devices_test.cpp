// SPDX-License-Identifier: Apache-2.0
// Runs on several devices, which a runner of these tests has: several_devices_runner.cpp.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* three_cases =
    "run stride/copy --platform host --cache hot --set stride=1,n=4Ki..16Ki --budget 0.01 ";

/// How many cases a result file has; -1 without the file.
int cases_in(const fs::path& file) {
  return fs::exists(file) ? static_cast<int>(read_results(file).cases.size()) : -1;
}

class RunOnDevices : public RunningTest {
 protected:
  RunOnDevices() {
    const fs::path programs = fs::path(TILEBRIDGE_PROGRAM).parent_path();
    fs::create_directory(folder_ / "bin");
    for (const auto& entry : fs::directory_iterator(programs))
      if (entry.path().extension() == ".so")
        fs::create_symlink(entry.path(), folder_ / "bin" / entry.path().filename());
    fs::copy_file(TILEBRIDGE_PROGRAM, folder_ / "bin" / "tilebridge");
    fs::copy_file(TILEBRIDGE_SEVERAL_DEVICES_RUNNER, folder_ / "bin" / "tilebridge-run");
  }

  /// `devices`: a word for each, as the runner takes them. `after` follows the command in its
  /// shell.
  Outcome run(const std::string& devices, const std::string& arguments,
              const std::string& after = "") const {
    return run_command(fmt::format("TILEBRIDGE_TEST_DEVICES='{}' ./bin/tilebridge {} {}", devices,
                                   arguments, after),
                       folder_);
  }

  int cases_of(int device) const { return cases_in(folder_ / fmt::format("r-gpu{}.json", device)); }
};

TEST_F(RunOnDevices, EachHasAFileAndARowOfItsOwn) {
  const std::string out =
      output_of(run("ok ok ok", std::string(three_cases) + "--device all -o r.json"));
  for (const int device : {0, 1, 2}) {
    EXPECT_EQ(cases_of(device), 3);
    EXPECT_THAT(out, testing::ContainsRegex(
                         fmt::format("gpu{} .*r-gpu{}.json +3 +0 .*GB/s", device, device)));
  }
  EXPECT_FALSE(fs::exists(folder_ / "r.json"));
  EXPECT_THAT(out, Not(HasSubstr("status")));
}

TEST_F(RunOnDevices, NamedOnesAreTheOnlyOnes) {
  EXPECT_EQ(run("ok crash ok", std::string(three_cases) + "--device 0,2 -o r.json").status, 0);
  EXPECT_EQ(cases_of(0), 3);
  EXPECT_EQ(cases_of(1), -1);
  EXPECT_EQ(cases_of(2), 3);
}

TEST_F(RunOnDevices, OneThatIsMissingCostsItsOwnFileAlone) {
  const Outcome outcome = run("ok missing ok", std::string(three_cases) + "--device all -o r.json");
  EXPECT_EQ(outcome.status, 5);
  EXPECT_EQ(cases_of(0), 3);
  EXPECT_EQ(cases_of(1), -1);
  EXPECT_EQ(cases_of(2), 3);
  EXPECT_THAT(outcome.err, HasSubstr("\ntilebridge: there is no device 1\n"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("gpu1 +no results \\(status 5\\)"));
}

TEST_F(RunOnDevices, TheWorstStatusIsThatOfAll) {
  const Outcome outcome =
      run("missing crash ok", std::string(three_cases) + "--device all -o r.json");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("no results (status 3)"));
  EXPECT_EQ(cases_of(2), 3);
}

TEST_F(RunOnDevices, AtOnceTheirLinesSayWhichIsMeant) {
  const Outcome outcome =
      run("ok missing ok", std::string(three_cases) + "--device all --at-once -o r.json");
  EXPECT_EQ(outcome.status, 5);
  EXPECT_EQ(cases_of(0), 3);
  EXPECT_EQ(cases_of(2), 3);
  EXPECT_THAT(outcome.err, HasSubstr("gpu1: tilebridge: there is no device 1\n"));
  EXPECT_THAT(outcome.err, HasSubstr("gpu2: host on "));
}

TEST_F(RunOnDevices, AFileThatIsThereIsFoundBeforeAnythingRuns) {
  ASSERT_EQ(run("ok ok", std::string(three_cases) + "--device 1,0 -o r.json").status, 0);
  fs::remove(folder_ / "r-gpu0.json");
  expect_refused(run("ok ok", std::string(three_cases) + "--device all -o r.json"),
                 "'r-gpu1.json' already exists");
  EXPECT_EQ(cases_of(0), -1);
}

TEST_F(RunOnDevices, AnInterruptedOneKeepsWhatIsFinishedAndIsResumed) {
  const Outcome outcome = run(
      "ok slow ok", std::string(three_cases) + "--device all -o r.json",
      "& pid=$!; for i in $(seq 3000); do [ -e r-gpu1.json.journal ] && break; sleep 0.01; done; "
      "kill -INT $pid; wait $pid");
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(cases_of(0), 3);
  EXPECT_GE(cases_of(1), 1);
  EXPECT_LT(cases_of(1), 3);
  EXPECT_EQ(cases_of(2), -1);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("gpu1 .*r-gpu1.json .*130"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("gpu2 +not started"));

  EXPECT_EQ(run("ok ok ok", "run --resume r.json").status, 0);
  EXPECT_EQ(cases_of(0), 3);
  EXPECT_EQ(cases_of(1), 3);
  EXPECT_EQ(run("ok ok ok", "run --resume r-gpu1.json").status, 0);
}

TEST_F(RunOnDevices, WrongDevicesAreOneLine) {
  for (const char* devices : {"0,", ",1", "0,x", "-1", "al", "0,0", "1-3"})
    expect_refused(run("ok ok", std::string(three_cases) + "-o r.json --device=" + devices),
                   "--device");
  EXPECT_THAT(run("ok", std::string(three_cases) + "--at-once").err,
              HasSubstr("--at-once is for several devices"));
}

}  // namespace
}  // namespace tilebridge::cli
