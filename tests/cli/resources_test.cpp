// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// A build of one native file and one of Kokkos's, and a compiler that says how many registers
/// $REGISTERS are.
class CliResources : public testing::Test {
 protected:
  void SetUp() override {
    write_nvcc(
        "[ \"$REGISTERS\" != 0 ] || { echo \"x.cu(1): error: no such thing\" >&2; exit 2; }\n"
        "echo \"ptxas info    : Compiling entry function '_Z4copyPf' for 'sm_90'\n"
        "ptxas info    : Used $REGISTERS registers, used 0 barriers\" >&2\n");
    for (const char* build : {"a", "b"}) {
      std::filesystem::create_directory(folder_ / build);
      write_database(build);
    }
  }
  void write_nvcc(const std::string& body) const {
    std::ofstream(folder_ / "nvcc") << "#!/bin/sh\n" << body;
    std::filesystem::permissions(folder_ / "nvcc", std::filesystem::perms::owner_all);
  }
  void write_database(const std::string& build) const {
    const std::string directory = (folder_ / build).string();
    nlohmann::json entries;
    entries.push_back({{"directory", directory},
                       {"file", "/s/backends/cuda/stride.cu"},
                       {"command", (folder_ / "nvcc").string() + " -c stride.cu -o s.o"}});
    entries.push_back({{"directory", directory},
                       {"file", "/s/backends/kokkos/stride.cpp"},
                       {"command", "c++ -DKOKKOS_DEPENDENCE -arch=sm_90 -c stride.cpp -o s.o"}});
    std::ofstream(folder_ / build / "compile_commands.json") << entries;
  }
  Outcome resources(const std::string& arguments, int registers = 20) const {
    return run_command(
        "REGISTERS=" + std::to_string(registers) + " " TILEBRIDGE_PROGRAM " resources " + arguments,
        folder_);
  }
  void expect_refused(const std::string& arguments, int status, const std::string& message,
                      int registers = 20) const {
    const Outcome outcome = resources(arguments, registers);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  TemporaryFolder folder_;
};

TEST_F(CliResources, AreThoseOfEveryKernelOfBothModels) {
  const Outcome outcome = resources("a");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nstride\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\n  copy +native +20 +- +- +-\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\n  copy +kokkos +20 +- +- +-\n"));
  EXPECT_THAT(outcome.err, HasSubstr("[2/2] stride "));
  EXPECT_THAT(resources("a --markdown").out, HasSubstr("| `copy` | native | 20 |\n"));
}

TEST_F(CliResources, OfTwoBuildsSayWhatChanged) {
  std::ofstream(folder_ / "old.json") << resources("a --json").out;
  const Outcome changed = resources("b --against old.json", 24);
  EXPECT_EQ(changed.status, 0) << changed.err;
  EXPECT_THAT(changed.out,
              testing::StartsWith("stride native copy sm_90: registers 20 → 24\n"
                                  "stride kokkos copy sm_90: registers 20 → 24\n2 of 2 changed\n"
                                  "compile time of 2 files: 0.0 s → 0.0 s ("));
  EXPECT_THAT(changed.out, ContainsRegex("\n  kokkos/stride.cpp: 0.0 s → 0.0 s\n"));
  EXPECT_THAT(resources("b --against a").out, testing::StartsWith("0 of 2 changed\n"));
  const auto json = nlohmann::json::parse(resources("b --against old.json --json", 24).out);
  EXPECT_EQ(json["changes"][0]["before"]["registers"], 20);
}

TEST_F(CliResources, OfBuildsThatDifferAreNoTable) {
  std::ofstream(folder_ / "old.json") << resources("a --json").out;
  const Outcome outcome = resources("old.json b", 24);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the builds differ about stride native copy on sm_90"));
}

TEST_F(CliResources, AreOnlyOfTheExperimentsAskedFor) {
  EXPECT_EQ(resources("a --experiment stride").status, 0);
  expect_refused("a --experiment strid", 2, "did you mean 'stride'?");
}

TEST_F(CliResources, ErrorsAreOneLine) {
  std::ofstream(folder_ / "text") << "text";
  std::filesystem::create_directory(folder_ / "empty");
  expect_refused("", 2, "builds is required");
  expect_refused("empty", 2, "there is no 'empty/compile_commands.json'");
  expect_refused("text", 2, "'text' is neither a build folder nor what");
  expect_refused("a --arch 9", 2, "'9' is not of the form sm_90");
  expect_refused("a --nvcc ./none", 5, "/none': No such file or directory; put the CUDA");
  expect_refused("a --experiment stride -j 1", 2, "x.cu(1): error: no such thing", 0);
  std::ofstream(folder_ / "empty" / "compile_commands.json") << "[]";
  expect_refused("empty", 2, "compiles nothing for CUDA; configure a preset cuda-");
}

}  // namespace
}  // namespace tilebridge::cli
