// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "results/kernel_log.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr const char* twice = TILEBRIDGE_TEST_APPLICATION " twice " TILEBRIDGE_TOOLS_FILE;

/// Applications that make it hard for the library.
class KokkosTools : public testing::Test {
 protected:
  /// After `shell`, such as settings of the environment.
  Outcome run(const std::string& application, const std::string& shell = "") const {
    return run_command(shell + " TILEBRIDGE_KERNELS=log.json timeout 100 " +
                           TILEBRIDGE_TEST_APPLICATION + " " + application,
                       folder_);
  }
  Outcome run_with_library(const std::string& application, const std::string& shell = "") const {
    return run(application + " " TILEBRIDGE_TOOLS_FILE, shell);
  }

  std::uint64_t calls_of(const std::string& kernel, const std::string& file = "log.json") const {
    std::uint64_t calls = 0;
    for (const LoggedKernel& logged : read_kernel_log(folder_ / file).kernels)
      if (logged.name == kernel) calls += logged.times.calls;
    return calls;
  }
  /// But for this class's own.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      if (entry.path().extension() != ".txt") names.push_back(entry.path().filename());
    return names;
  }

  TemporaryFolder folder_;
};

void expect_threads(const KernelLog& log) {
  std::map<std::string, std::uint64_t> calls;
  for (const LoggedKernel& kernel : log.kernels) calls[kernel.name] += kernel.times.calls;
  EXPECT_EQ(calls.size(), 10U);
  EXPECT_EQ(calls["shared by all threads"], 40000U);
  EXPECT_EQ(calls["of thread 8"], 5000U);
  EXPECT_EQ(calls["sum"], 40000U);
  ASSERT_EQ(log.fences.size(), 1U);
  EXPECT_EQ(log.fences.front().times.calls, 40000U);
  ASSERT_EQ(log.deep_copies.size(), 1U);
  EXPECT_EQ(log.deep_copies.front().times.bytes, 320000U);
  ASSERT_EQ(log.allocations.size(), 1U);
  EXPECT_EQ(log.allocations.front().times.calls, 40000U);
}

TEST_F(KokkosTools, CountsTheKernelsOfAllThreads) {
  const Outcome outcome = run_with_library("threads");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expect_threads(read_kernel_log(folder_ / "log.json"));
}

TEST_F(KokkosTools, ACopyOfOneThreadHidesNoKernelOfAnother) {
  EXPECT_EQ(run_with_library("copy_elsewhere").status, 0);
  EXPECT_EQ(calls_of("meanwhile"), 1U);
  EXPECT_EQ(calls_of("part of the copy"), 0U);
  const KernelLog log = read_kernel_log(folder_ / "log.json");
  ASSERT_EQ(log.deep_copies.size(), 1U);
  EXPECT_EQ(log.deep_copies.front().name, "y -> x, Host to Host");
}

TEST_F(KokkosTools, HasNoDataRaces) {
  const std::string program = TILEBRIDGE_TEST_APPLICATION_TSAN;
  if (program.empty() || run_command(program + " unmatched", folder_).status != 0)
    GTEST_SKIP() << "ThreadSanitizer does not run here";
  for (const char* application : {"threads", "exit", "fork"}) {
    const Outcome outcome =
        run_command("TILEBRIDGE_KERNELS=log.json " + program + " " + application, folder_);
    EXPECT_EQ(outcome.status, 0) << application << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("WARNING: ThreadSanitizer")));
  }
}

TEST_F(KokkosTools, WritesALogAtExitWithoutFinalization) {
  // Its other threads go on meanwhile, which LeakSanitizer does not expect.
  const Outcome outcome = run_with_library("exit", "ASAN_OPTIONS=detect_leaks=0");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(calls_of("first"), 1U);
}

TEST_F(KokkosTools, AForkedChildLogsNothing) {
  const Outcome outcome = run_with_library("fork");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(files(), testing::ElementsAre("log.json"));
  EXPECT_EQ(calls_of("before"), 1U);
  EXPECT_EQ(calls_of("of the child"), 0U);
}

TEST_F(KokkosTools, TakesCallsFromASignalHandler) {
  EXPECT_EQ(run_with_library("handlers").status, 0);
  EXPECT_GT(calls_of("interrupted"), 0U);
}

TEST_F(KokkosTools, SaysThatItRanOutOfMemory) {
  const Outcome outcome = run_with_library("out_of_memory");
  if (outcome.status == 77) GTEST_SKIP() << "the library has an operator new of its own";
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the log lacks 2 calls"));
  EXPECT_EQ(calls_of("first"), 1U);
}

TEST_F(KokkosTools, ALogThatCannotBeWrittenIsOneLine) {
  const auto expect_one_line = [&](const Outcome& outcome, const std::string& reason) {
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, HasSubstr("cannot write "));
    EXPECT_THAT(outcome.err, HasSubstr(reason));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  };
  expect_one_line(run_with_library("many_names", "ulimit -f 20;"), "File too large");
  EXPECT_THAT(files(), testing::IsEmpty());
  const std::string program = TILEBRIDGE_TEST_APPLICATION " many_names " TILEBRIDGE_TOOLS_FILE;
  expect_one_line(run_command("TILEBRIDGE_KERNELS=/dev/full " + program, folder_), "No space left");
  expect_one_line(run_command("TILEBRIDGE_KERNELS=no/folder.json " + program, folder_), "No such");
}

TEST_F(KokkosTools, AFailedLogLeavesThePreviousOne) {
  EXPECT_EQ(run_with_library("twice").status, 0);
  EXPECT_EQ(run_with_library("many_names", "ulimit -f 20;").status, 0);
  EXPECT_EQ(calls_of("of both"), 1U);
}

TEST_F(KokkosTools, AClosedStandardErrorDoesNotEndTheApplication) {
  EXPECT_EQ(run_with_library("twice", "exec 2>&-;").status, 0);
  run_command(std::string("(sleep 0.1; ") + twice + " 2>&1; echo $? >status.txt) | true", folder_);
  EXPECT_EQ(file_text(folder_ / "status.txt"), "0\n");
}

TEST_F(KokkosTools, WritesToTheTargetOfALink) {
  std::filesystem::create_symlink("target.json", folder_ / "log.json");
  EXPECT_EQ(run_with_library("twice").status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "log.json"));
  EXPECT_EQ(calls_of("of both", "target.json"), 1U);
}

TEST_F(KokkosTools, EachRankHasAFileOfItsOwn) {
  const std::string ranks = "export OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=";
  for (const char* rank : {"0", "1"})
    EXPECT_EQ(run_with_library("twice", ranks + rank + ";").status, 0);
  EXPECT_THAT(files(), UnorderedElementsAre("log-rank0.json", "log-rank1.json"));
  const Outcome to_device =
      run_command(ranks + "1; TILEBRIDGE_KERNELS=/dev/stdout " + twice, folder_);
  EXPECT_THAT(to_device.out, HasSubstr("\"of both\""));
}

TEST_F(KokkosTools, CallsMayOverlapOrLackTheirOtherHalf) {
  EXPECT_EQ(run_with_library("unmatched").status, 0);
  std::map<std::string, std::uint64_t> calls;
  for (const LoggedKernel& kernel : read_kernel_log(folder_ / "log.json").kernels)
    calls[kernel.name] = kernel.times.calls;
  EXPECT_THAT(calls, ElementsAre(testing::Pair("first", 1), testing::Pair("never ends", 0),
                                 testing::Pair("second", 1)));
}

TEST_F(KokkosTools, TheLogOfTwoKokkosEndsWithTheLast) {
  const Outcome outcome = run_with_library("twice");
  EXPECT_EQ(calls_of("of both"), 1U);
  EXPECT_EQ(calls_of("of the other"), 1U);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(KokkosTools, LogsDevicesAndTheirNames) {
  EXPECT_EQ(run_with_library("gpus").status, 0);
  const KernelLog unnamed = read_kernel_log(folder_ / "log.json");
  EXPECT_EQ(run("gpus " TILEBRIDGE_TOOLS_FILE " " TILEBRIDGE_TEST_GPU_DRIVER).status, 0);
  const KernelLog named = read_kernel_log(folder_ / "log.json");
  ASSERT_EQ(named.devices.size(), 3U);
  ASSERT_EQ(unnamed.devices.size(), 3U);
  EXPECT_EQ(named.devices[0].space, "Serial");
  EXPECT_EQ(named.devices[1].name, "First GPU");
  EXPECT_EQ(named.devices[2].name, "Second GPU");
  EXPECT_EQ(unnamed.devices[1].space, "Cuda");
  EXPECT_EQ(unnamed.devices[1].name, "");
  ASSERT_EQ(named.kernels.size(), 3U);
  EXPECT_EQ(named.kernels[0].space, "Serial");
  EXPECT_EQ(named.kernels[2].space, "Cuda");
}

}  // namespace
}  // namespace tilebridge::cli
