// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "build_info.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

/// The program beside a runner that only says what OpenMP would read.
class CliRunner : public RunningTest {
 protected:
  CliRunner() {
    std::filesystem::copy_file(TILEBRIDGE_PROGRAM, folder_ / "tilebridge");
    write_runner("echo \"bind=$OMP_PROC_BIND places=$OMP_PLACES\"");
  }

  void write_runner(const std::string& script) const {
    const auto runner = folder_ / "tilebridge-run";
    std::ofstream(runner) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(runner, std::filesystem::perms::owner_all);
  }

  /// Returns what the runner is told, with `variables` in the environment and none of the tests'
  /// own.
  std::string told(const std::string& arguments, const std::string& variables = "") const {
    return run_command("env -u OMP_PROC_BIND -u OMP_PLACES -u GOMP_CPU_AFFINITY -u KMP_AFFINITY " +
                           variables + " ./tilebridge " + arguments,
                       folder_)
        .out;
  }
};

constexpr const char* placed = "bind=spread places=\n";
constexpr const char* left_to_the_system = "bind=false places=\n";

TEST_F(CliRunner, PlacesTheThreadsOfOneProcessThatMeasuresTheHost) {
  EXPECT_EQ(told("run --platform host stride"), placed);
  EXPECT_EQ(told("run --platform host --device 0 stride"), placed);
  EXPECT_EQ(told("devices --platform host"), placed);
  EXPECT_EQ(told("run stride"), build_info::for_gpu ? left_to_the_system : placed);
  EXPECT_EQ(told("devices"), build_info::for_gpu ? left_to_the_system : placed);
}

TEST_F(CliRunner, DoesNotPlaceThemBesideAGpu) {
  EXPECT_EQ(told("run --platform cuda stride"), left_to_the_system);
  EXPECT_EQ(told("devices --platform hip"), left_to_the_system);
}

TEST_F(CliRunner, LeavesThePlacesToAUserWhoNamesThem) {
  const std::string run = "run --platform host stride";
  EXPECT_EQ(told(run, "OMP_PROC_BIND=close"), "bind=close places=\n");
  EXPECT_EQ(told(run, "OMP_PLACES=cores"), "bind= places=cores\n");
  EXPECT_EQ(told(run, "GOMP_CPU_AFFINITY=0"), "bind= places=\n");
}

/// Where a user binds threads, GCC's OpenMP binds the program's own to one place before main().
TEST_F(CliRunner, MayRunOnAllProcessorsHoweverTheUserBindsThreads) {
  write_runner("grep Cpus_allowed_list /proc/self/status");
  const std::string all = run_command("grep Cpus_allowed_list /proc/self/status").out;
  const std::string run = "run --platform host stride";
  EXPECT_EQ(told(run), all);
  EXPECT_EQ(told(run, "OMP_PROC_BIND=spread OMP_PLACES=cores"), all);
  EXPECT_EQ(told(run, "OMP_PROC_BIND=true"), all);
}

TEST_F(CliRunner, AsksForLargePagesUnlessTheUserTunesMemory) {
  write_runner("echo \"$GLIBC_TUNABLES\"");
  EXPECT_EQ(told("run stride"), "glibc.malloc.hugetlb=1\n");
  EXPECT_EQ(told("run stride", "GLIBC_TUNABLES=glibc.malloc.check=1"), "glibc.malloc.check=1\n");
}

TEST_F(CliRunner, SaysHowItEndedUnderAProgramThatIgnoresItsProcesses) {
  write_runner("exit 7");
  EXPECT_THAT(run_command("env --ignore-signal=CHLD ./tilebridge run stride", folder_).err,
              testing::HasSubstr("it exited with status 7"));
}

TEST(CliRunnerItself, KokkosHasNothingToSayOfThreads) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  const Outcome outcome = run_command(
      "env -u OMP_PROC_BIND -u OMP_PLACES " TILEBRIDGE_PROGRAM " devices --platform host", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace tilebridge::cli
