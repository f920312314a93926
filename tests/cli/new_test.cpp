// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

TEST(CliNew, WritesAPairUnderItsName) {
  const TemporaryFolder folder;
  const std::string out = output_of("new heat_flux", folder);
  EXPECT_THAT(out, HasSubstr("cmake"));
  EXPECT_THAT(out, HasSubstr("tilebridge run heat_flux/build/heat_flux.so"));
  for (const char* file : {"CMakeLists.txt", "heat_flux.hpp", "native.cpp", "pair.cpp"})
    EXPECT_THAT(file_text(folder / "heat_flux" / file), testing::Not(HasSubstr("my_kernel")))
        << file;
  const std::string pair = file_text(folder / "heat_flux" / "pair.cpp");
  EXPECT_THAT(pair, HasSubstr("class HeatFlux final : public tilebridge::KokkosPair<HeatFlux>"));
  EXPECT_THAT(pair, HasSubstr("return launch(native_on_host, native_on_gpu, "));
}

/// Machines may lack `ninja` or `make`.
TEST(CliNew, NamesAGeneratorThatIsThere) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "bin");
  const std::string program = "PATH=\"$PWD/bin\" " TILEBRIDGE_PROGRAM " new ";
  for (const char* what : {"heat", "--exercise tile heat"}) {
    std::filesystem::remove_all(folder / "heat");
    EXPECT_THAT(run_command(program + what, folder).out,
                HasSubstr("  cmake -S heat -B heat/build && "));
    std::filesystem::remove_all(folder / "heat");
    run_command("printf '#!/bin/sh' > bin/ninja; chmod +x bin/ninja", folder);
    EXPECT_THAT(run_command(program + what, folder).out,
                HasSubstr("  cmake -G Ninja -S heat -B heat/build && "));
    std::filesystem::remove(folder / "bin" / "ninja");
  }
}

TEST(CliNew, RefusesInOneLine) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "there");
  for (const char* name : {"there",
                           "Capital",
                           "two-words",
                           "../up",
                           "1st",
                           "new --models RAJA",
                           "new --models a-b",
                           "new --models 1st",
                           "new --models raja,raja",
                           "new --models cuda,native",
                           "new --models pair",
                           "new --models vendor",
                           "view",
                           "pair",
                           "kokkos",
                           "arguments",
                           "kokkos_pair",
                           "pair_case",
                           "test",
                           "all"}) {
    expect_refused(run_tilebridge(std::string("new ") + name, folder), "");
  }
}

TEST(CliNew, LeavesNoMarkOfTheTemplate) {
  const TemporaryFolder folder;
  for (const char* options : {"p", "q --team", "r --models cuda,raja", "s --models raja --team"}) {
    ASSERT_EQ(run_tilebridge(std::string("new ") + options, folder).status, 0);
    const std::string name(1, options[0]);
    for (const auto& file : std::filesystem::directory_iterator(folder / name))
      for (const char* mark : {"#if KOKKOS", "#if TEAM", "MODEL"})
        EXPECT_THAT(file_text(file.path()), testing::Not(HasSubstr(mark))) << file.path();
    EXPECT_EQ(file_text(folder / name / "pair.cpp").find("TeamPolicy") != std::string::npos,
              name == "q");
  }
}

TEST(CliNew, AGateIsWrittenWithAPairOrIntoOne) {
  const TemporaryFolder folder;
  const Outcome github = run_tilebridge("new flux --ci github", folder);
  EXPECT_EQ(github.status, 0);
  EXPECT_THAT(github.out, HasSubstr("mkdir -p .github/workflows && cp flux/github.yml "
                                    ".github/workflows/flux.yml\n"));
  EXPECT_EQ(file_text(folder / "flux" / ".gitignore"), "build/\n");
  EXPECT_EQ(run_command("flux/comment.sh", folder).status, 2);
  EXPECT_THAT(file_text(folder / "flux" / "github.yml"), HasSubstr("run: flux/gate.sh \"$BASE\""));
  EXPECT_EQ(run_command("flux/gate.sh", folder).status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "flux" / "gitlab.yml"));
  ASSERT_EQ(run_tilebridge("new rows", folder).status, 0);
  const std::string before = file_text(folder / "rows" / "pair.cpp");
  EXPECT_THAT(output_of("new rows --ci gitlab", folder), HasSubstr("include: rows/gitlab.yml\n"));
  EXPECT_EQ(file_text(folder / "rows" / "pair.cpp"), before);
  for (const char* refused : {"rows --ci gitlab", "rows --ci github --team", "x --ci jenkins",
                              "rows --ci gitlab --models cuda"})
    EXPECT_EQ(run_tilebridge(std::string("new ") + refused, folder).status, 2) << refused;
}

/// Without Kokkos, which need not be there; with the compiler of a host.
TEST(CliNew, WhatItWritesForAnyModelsBuildsAndRuns) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  if (!is_installed("cmake")) GTEST_SKIP() << "no CMake";
  for (const auto& [name, options] : {std::pair<std::string, std::string>("flat", "cuda,raja"),
                                      {"any", "raja,yakl_2"},
                                      {"rows_sum", "cuda,raja --team"}}) {
    ASSERT_EQ(run_tilebridge("new " + name + " --models " + options, folder).status, 0);
    EXPECT_THAT(file_text(folder / name / "CMakeLists.txt"),
                HasSubstr("# Find the libraries of its models here, and link them: "));
    EXPECT_THAT(file_text(folder / name / "raja.cpp"), HasSubstr("// [raja]"));
    ASSERT_EQ(run_command(cmake_command() + " -S " + name + " -B " + name +
                              "/build -DCMAKE_PREFIX_PATH=" TILEBRIDGE_BUILD
                              " -DCMAKE_BUILD_TYPE=Test -DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON"
                              " && cmake --build " +
                              name + "/build",
                          folder)
                  .status,
              0);
    EXPECT_THAT(output_of("run --platform host " + name + "/build/" + name + ".so --set " +
                              (name == "rows_sum" ? "rows=10,columns=300" : "n=1000") +
                              " --budget 0.01 -o " + name + ".json",
                          folder),
                HasSubstr(name + ": "));
  }
}

TEST(CliNew, PrintsCommandsThatAShellTakesAsTheyAre) {
  const TemporaryFolder folder;
  const std::string quoted = output_of("new --exercise tile 'a b;touch X'", folder);
  EXPECT_THAT(quoted, HasSubstr("-S 'a b;touch X' -B 'a b;touch X/build'"));
  EXPECT_THAT(quoted, HasSubstr("tilebridge run 'a b;touch X/build/tile.so'"));
  const std::string control = output_of("new --exercise tile \"$(printf '\\033[31mx')\"", folder);
  EXPECT_EQ(control.find('\x1b'), std::string::npos) << control;
}

}  // namespace
}  // namespace tilebridge::cli
