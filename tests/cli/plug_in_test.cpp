// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Runs pair.so, a copy of the pair under test, in two sizes; the larger one may misbehave.
class CliPlugIn : public RunningTest {
 protected:
  CliPlugIn() { std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so"); }

  Outcome run(const std::string& behaviour, const std::string& options = "") const {
    return run_command("TILEBRIDGE_TEST_PAIR='" + behaviour +
                           "' " TILEBRIDGE_PROGRAM
                           " run --platform host ./pair.so --set n=1000 --set n=3000 --set n=500 "
                           "--budget 0.01 -o r.json " +
                           options,
                       folder_);
  }

  /// The result of the size that may misbehave; those of the others must be valid.
  KernelResult bad_result(const Model& model = Model::kokkos) const {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 3U);
    KernelResult found;
    for (const CaseResult& c : results.cases)
      for (const auto& [of, result] : c.kernels)
        if (c.parameters["n"] != 3000)
          EXPECT_EQ(result.status, Status::ok) << result.reason;
        else if (of.model == model)
          found = result;
    return found;
  }

  void expect_pair_refused(const std::string& behaviour, const std::string& message,
                           int status = 2) const {
    expect_refused(run(behaviour), message, status);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  }

  /// Writes again.json: the same run with slightly longer times.
  void write_again() const {
    Results results = read_results(folder_ / "r.json");
    for (CaseResult& c : results.cases)
      for (auto& [kernel, result] : c.kernels) {
        Interval& seconds = result.timing->seconds;
        for (double* time : {&seconds.median, &seconds.low, &seconds.high}) *time *= 1.0001;
        for (double& sample : result.timing->samples) sample *= 1.0001;
      }
    write_results(folder_ / "again.json", results);
  }
};

TEST_F(CliPlugIn, ADryRunPlansItAndLoadsItInARunner) {
  EXPECT_THAT(output_of(run("", "--dry-run")), HasSubstr("3 cases on host, of "));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  EXPECT_EQ(run_tilebridge("run ./pair.so --set m=1 --dry-run", folder_).status, 2);
}

TEST_F(CliPlugIn, IsValidatedTimedAndShownLikeTheCatalogue) {
  const std::string out = output_of(run(""));
  EXPECT_THAT(out, HasSubstr("doubled  n=3000"));
  EXPECT_THAT(out, testing::Not(HasSubstr("No Kokkos kernel is compared")));
  EXPECT_THAT(out, HasSubstr("\ndoubled: Kokkos "));
  EXPECT_THAT(out, HasSubstr("say nothing about a GPU"));
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
  EXPECT_EQ(bad_result().status, Status::ok);
  EXPECT_EQ(run_tilebridge("report r.json", folder_).status, 0);
  write_again();
  for (const char* screen : {"report r.json", "report r.json --summary", "report r.json yours",
                             "compare r.json again.json"}) {
    const std::string text = run_tilebridge(screen, folder_).out;  // two runs may differ
    EXPECT_THAT(text, HasSubstr("doubled (yours): What does doubling cost?\n")) << screen;
    EXPECT_THAT(text, HasSubstr("doubled: Kokkos ")) << screen;
    EXPECT_THAT(text, testing::Not(HasSubstr("unknown"))) << screen;
  }
  const std::string line = output_of("report r.json --line", folder_);
  EXPECT_THAT(line, StartsWith("doubled: Kokkos "));
  EXPECT_THAT(line, HasSubstr(" of C++ (3 cases, "));
  EXPECT_THAT(run_tilebridge("compare r.json again.json --metric ratio --line", folder_).out,
              StartsWith(line.substr(0, line.size() - 1) + ", was "));
  EXPECT_EQ(run_tilebridge("report r.json -o r.html", folder_).status, 0);
  EXPECT_THAT(file_text(folder_ / "r.html"), HasSubstr("What does doubling cost?"));
  EXPECT_EQ(run_tilebridge("report r.json doubled", folder_).status, 0);
  EXPECT_THAT(output_of("export r.json --format csv", folder_), HasSubstr(",doubled,"));
  EXPECT_NE(run_tilebridge("compare r.json again.json", folder_).status, 2);
}

TEST_F(CliPlugIn, WithoutAReferenceItsModelsValidateEachOther) {
  EXPECT_EQ(run("has no reference").status, 0);
  EXPECT_EQ(bad_result().status, Status::ok);
}

/// Who is right is not known.
TEST_F(CliPlugIn, WithoutAReferenceWhatTheOtherDoesNotConfirmIsInvalid) {
  EXPECT_EQ(run("is wrong without a reference").status, 3);
  EXPECT_THAT(bad_result().reason, HasSubstr("element 7 of 3000"));
  EXPECT_THAT(bad_result(Model::native).reason, HasSubstr("nothing confirms it"));
  EXPECT_EQ(run("has no reference", "--overwrite --model kokkos").status, 3);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases)
    EXPECT_FALSE(c.kernels.at(Model::kokkos).timing);
}

TEST_F(CliPlugIn, AWrongResultIsInvalidAndTheOthersAreKept) {
  EXPECT_EQ(run("is wrong").status, 3);
  EXPECT_THAT(bad_result().reason, HasSubstr("element 7 of 3000"));
  EXPECT_EQ(run("writes beyond", "--overwrite").status, 3);
  EXPECT_EQ(bad_result().reason, "it wrote beyond the array 'y'");
}

TEST_F(CliPlugIn, OnlyAnInfinityEqualsAnInfinity) {
  EXPECT_EQ(run("expects an infinity").status, 3);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases) {
    EXPECT_EQ(c.kernels.at(Model::native).status, Status::ok);
    EXPECT_THAT(c.kernels.at(Model::kokkos).reason,
                StartsWith("off by inf, 0 allowed: element 7 of "));
  }
}

TEST_F(CliPlugIn, WhatThrowsWhereItDescribesItselfIsOneLineInEveryCommand) {
  for (const char* function : {"settings", "sources", "exercise"})
    for (const char* command : {"tune", "list", "explain"}) {
      const Outcome outcome =
          run_command(std::string("TILEBRIDGE_TEST_PAIR='throws in ") + function +
                          "' " TILEBRIDGE_PROGRAM " " + command + " ./pair.so",
                      folder_);
      EXPECT_NE(outcome.status, 70) << function << " " << command;
      EXPECT_LE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
      EXPECT_THAT(outcome.err, testing::Not(HasSubstr("internal error")));
    }
}

TEST_F(CliPlugIn, AFailureIsTheResultsReason) {
  EXPECT_EQ(run("fails").status, 3);
  EXPECT_EQ(bad_result().reason, "launching its kokkos kernel: the lattice is not periodic");
  EXPECT_EQ(bad_result(Model::native).status, Status::ok);
  EXPECT_EQ(run("fails later", "--overwrite").status, 3);
  EXPECT_EQ(bad_result().reason,
            "while it was timed: launching its kokkos kernel: the lattice is not periodic");
  EXPECT_EQ(bad_result(Model::native).status, Status::ok);
}

TEST_F(CliPlugIn, AnAbortEndsItsProcessAndNothingElse) {
  const Outcome outcome = run("aborts");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("n=3000 hot, kokkos loops: it ended its process: Aborted; the run continues"));
  EXPECT_EQ(bad_result().status, Status::invalid);
  EXPECT_EQ(bad_result().reason, "it ended its process: Aborted");
}

TEST_F(CliPlugIn, ASignalThatItRaisesIsNotTheUsers) {
  for (const std::string signal : {"SIGTERM", "SIGINT"}) {
    EXPECT_EQ(run("raises " + signal, "--overwrite").status, 3);
    EXPECT_THAT(bad_result().reason, StartsWith("it ended its process: "));
    EXPECT_EQ(bad_result(Model::native).status, Status::ok);
  }
}

/// What it has of this program's it has by accident.
TEST_F(CliPlugIn, WhatItDoesToDescriptorsThatItDidNotOpenCostsNothing) {
  EXPECT_EQ(run("closes descriptors").status, 0);
  EXPECT_EQ(bad_result().status, Status::ok);
}

TEST_F(CliPlugIn, AnExitEndsItsProcessAndNothingElse) {
  const auto reason_of = [&](const std::string& behaviour, const std::string& options) {
    const Outcome outcome = run(behaviour, "--overwrite " + options);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_EQ(bad_result(Model::native).status, Status::ok);
    return bad_result().reason;
  };
  EXPECT_EQ(reason_of("exits", ""), "it exited with status 0");
  EXPECT_EQ(reason_of("exits at once in a kernel", ""), "it exited with status 7");
  EXPECT_EQ(reason_of("exits in prepare", ""), "it exited with status 3");
}

TEST_F(CliPlugIn, AnExitOutsideTheCasesIsOneLineAndStatusThree) {
  for (const char* behaviour : {"exits when it is loaded", "exits at once"})
    expect_pair_refused(behaviour, "the run failed outside its cases: it exited with status 0", 3);
}

TEST_F(CliPlugIn, WhatFailsAfterTheRunChangesNothing) {
  const auto expect_complete = [&](const std::string& behaviour, const std::string& options,
                                   const std::string& message) {
    const Outcome outcome = run(behaviour, "--overwrite " + options);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err,
                HasSubstr("the run is complete; its process failed afterwards: " + message));
    EXPECT_THAT(outcome.out, HasSubstr("results: r.json\n"));
    EXPECT_EQ(bad_result().status, Status::ok);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json.journal"));
  };
  expect_complete("aborts when it is closed", "", "it ended its process: Aborted");
  expect_complete("aborts when it is unloaded", "", "it ended its process: Aborted");
  expect_complete("exits when it is unloaded", "", "it exited with status 7");
  expect_complete("hangs when it is closed", "--timeout 5", "it did not end within 5 s");
}

/// It takes longer than a launch may.
TEST_F(CliPlugIn, BetweenCasesARunHasThePatienceOfItsStart) {
  EXPECT_EQ(run("is slow to describe itself", "--timeout 1").status, 0);
  EXPECT_EQ(bad_result().status, Status::ok);
}

TEST_F(CliPlugIn, AnExceptionIsTheResultsReason) {
  const Outcome outcome = run("throws in launch");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(bad_result().reason,
            "launching its kokkos kernel: it threw an exception: std::bad_alloc");
  EXPECT_EQ(bad_result(Model::native).status, Status::ok);
  EXPECT_EQ(run("throws in reference", "--overwrite --set n=1000").status, 3);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases)
    EXPECT_EQ(c.kernels.at(Model::native).reason,
              "its reference: it threw an exception: std::bad_alloc");
}

TEST_F(CliPlugIn, AReasonThatIsNoUtf8CostsNoOtherResult) {
  EXPECT_EQ(run("fails in Latin-1").status, 3);
  for (const CaseResult& c : read_results(folder_ / "r.json").cases) {
    EXPECT_EQ(c.kernels.at(Model::native).status, Status::ok);
    EXPECT_THAT(c.kernels.at(Model::kokkos).reason,
                StartsWith("preparing its kokkos kernel: ?[31mr"));
  }
}

TEST_F(CliPlugIn, AFolderThatIsNoUtf8IsResumedFrom) {
  const Outcome outcome = run_command(
      "d=$(printf 'r\\351s'); mkdir $d; cp pair.so $d; "
      "TILEBRIDGE_TEST_PAIR=aborts " TILEBRIDGE_PROGRAM
      " run --platform host $d/pair.so --set n=500 --set n=3000 --budget 0.01 "
      "-o $d/r.json && exit; status=$?; mv $d/r.json .; exit $status",
      folder_);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(read_results(folder_ / "r.json").cases.size(), 2U);
}

TEST_F(CliPlugIn, AChangeOfTheWorkingDirectoryMovesNoResult) {
  EXPECT_EQ(run("changes the directory").status, 0);
  EXPECT_EQ(bad_result().status, Status::ok);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json.journal"));
}

TEST_F(CliPlugIn, WhatHangsIsGivenUp) {
  const Outcome outcome = run("hangs", "--timeout 5");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(bad_result().reason, "it did not end within 5 s");
}

/// Errors in Kokkos code are not its concern.
TEST_F(CliPlugIn, ASelfCheckOfNativeCodeThatFailsIsOneLineAndStatusThree) {
  const auto expect_end = [&](const std::string& behaviour, const std::string& message) {
    const Outcome outcome =
        run_command("TILEBRIDGE_TEST_MODEL=native TILEBRIDGE_TEST_PAIR='" + behaviour +
                        "' " TILEBRIDGE_PROGRAM
                        " run --self-check --comparisons 6 --platform host ./pair.so --set n=3000 "
                        "--budget 0.01 --timeout 3 --overwrite -o s.json",
                    folder_);
    EXPECT_EQ(outcome.status, 3) << behaviour;
    EXPECT_THAT(outcome.err, HasSubstr("\ntilebridge: " + message));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s.json"));
  };
  expect_end("is wrong", "doubled/kernel n=3000 hot failed validation: off by ");
  expect_end("fails", "doubled/kernel n=3000 hot failed validation: launching its native kernel");
  expect_end("fails later", "doubled/kernel n=3000 hot failed while it was timed: launching");
  expect_end("aborts", "--self-check: it ended its process: Aborted; without --self-check");
  expect_end("hangs", "--self-check: it did not end within 3 s; without --self-check");
  EXPECT_EQ(run("is wrong", "--self-check --comparisons 3").status, 0);
}

TEST_F(CliPlugIn, IsNotLoadedOnTheWordOfAFile) {
  ASSERT_EQ(run("").status, 0);
  expect_refused(run_tilebridge("run --resume r.json", folder_),
                 "name them again: tilebridge run ./pair.so --resume r.json");
  EXPECT_EQ(run_tilebridge("run ./other.so --resume r.json", folder_).status, 2);
  EXPECT_EQ(run_tilebridge("run ./pair.so --resume r.json", folder_).status, 0);
  ASSERT_EQ(run_tilebridge("run --platform host stride/copy --set n=64,stride=1 -o c.json", folder_)
                .status,
            0);
  EXPECT_EQ(run_tilebridge("run ./pair.so --resume c.json", folder_).status, 2);
}

/// The lines of its sources that stand between marks.
TEST_F(CliPlugIn, IsExplainedAsFarAsItSays) {
  std::ofstream(folder_ / "a.cpp") << "int hidden;\n// [native]\nint here\x1b[31m;\n// [/]\n";
  const auto built = std::filesystem::last_write_time(folder_ / "pair.so");
  std::filesystem::last_write_time(folder_ / "a.cpp", built + std::chrono::hours(1));
  std::ofstream(folder_ / "b.hpp") << "// [kokkos]\n\tint there;\n"
                                      "void f() { for (;;) Kokkos::deep_copy(a, 0); }\n";
  const auto explain = [&](const std::string& options, const std::string& behaviour = "") {
    return run_command(
        "TILEBRIDGE_TEST_SOURCES=\"$PWD/a.cpp\n$PWD/b.hpp\n\" TILEBRIDGE_TEST_PAIR='" + behaviour +
            "' " TILEBRIDGE_PROGRAM " explain ./pair.so " + options,
        folder_);
  };
  ASSERT_EQ(run("").status, 0);
  const std::string out = output_of(explain("--all --set n=3000 --width 100 r.json"));
  EXPECT_THAT(out, StartsWith("doubled/kernel on host: validated against its own"));
  for (const char* part :
       {"What does doubling cost?", "0 … 1Mi (default: 1000)", "arrays, with n=3000",
        "output  24000 bytes", "reads 24000 bytes", "0.125 FLOP per byte", "declares no accesses",
        "a.cpp was edited after", "int here?[31m;", "int there;", "doubled  n=3000  hot",
        "Idioms in its source; costs measured on NVIDIA H200", "b.hpp:3  views/deep_copy"})
    EXPECT_THAT(out, HasSubstr(part));
  EXPECT_THAT(out, testing::Not(HasSubstr("hidden")));
  const std::string without = output_of("explain ./pair.so", folder_);
  EXPECT_THAT(without, HasSubstr("The pair names no sources that are here"));
  EXPECT_THAT(without, testing::Not(HasSubstr("Idioms in its source")));
  EXPECT_THAT(explain("", "has no reference").out, HasSubstr("without a reference"));
}

TEST_F(CliPlugIn, IsListedWithItsQuestionAndParameters) {
  const std::string out = output_of("list ./pair.so", folder_);
  for (const char* part :
       {"doubled (yours)", "What does doubling cost?", "0 … 1Mi (default: 1000)", "kernel "})
    EXPECT_THAT(out, HasSubstr(part));
  EXPECT_THAT(out, testing::Not(HasSubstr("loops")));
  EXPECT_EQ(run_tilebridge("list ./pair.so dot", folder_).status, 2);
  EXPECT_EQ(run_tilebridge("list ./pair.so --json", folder_).status, 2);
  EXPECT_EQ(run_tilebridge("list ./none.so", folder_).status, 2);
}

TEST_F(CliPlugIn, WhatCannotBeExplainedIsOneLine) {
  const auto expect_line = [&](const std::string& behaviour, const std::string& arguments,
                               int status, const std::string& message) {
    expect_refused(run_command("TILEBRIDGE_TEST_PAIR='" + behaviour +
                                   "' " TILEBRIDGE_PROGRAM " explain " + arguments,
                               folder_),
                   message, status);
  };
  expect_line("", "./none.so", 2, "there is no file './none.so'");
  expect_line("", "./pair.so --rewritten", 2, "has no rewritten form");
  expect_line("", "./pair.so --platform cuda", 2, "does not run on cuda");
  expect_line("", "./pair.so --set m=1", 2, "unknown parameter 'm'");
  expect_line("has no name", "./pair.so", 2, "its name is not a C identifier");
  expect_line("aborts when asked for its work", "./pair.so", 3, "it ended its process: Aborted");
  expect_line("exits when it is loaded", "./pair.so", 3, "it exited with status 0");
}

TEST_F(CliPlugIn, WhatIsNoPairIsOneLineAndStatusTwo) {
  expect_pair_refused("is of another version", "has version 7 of the pair interface");
  expect_pair_refused("is of version 1",
                      "this program has 2; build it again with this program's headers");
  expect_pair_refused("has no model", "it names 0 models");
  expect_pair_refused("has no name", "its name is not a C identifier");
  expect_pair_refused("leaves out launch", "it leaves out a function");
  for (const char* tolerance :
       {"has no tolerance", "has a negative tolerance", "takes everything for right",
        "takes zeros for right", "has a bound that overflows"})
    expect_pair_refused(tolerance, "its tolerance is ");
  expect_pair_refused("describes no parameter", "it describes none of its 1 parameters");
  expect_pair_refused("has two parameters of a name", "two parameters are called 'n'");
  expect_pair_refused("has a parameter called real", "'real' is a parameter of tilebridge's own");
  expect_pair_refused("has a parameter called cache", "'cache' is a parameter of tilebridge's own");
  std::filesystem::remove(folder_ / "pair.so");
  expect_pair_refused("", "there is no file './pair.so'");
  std::ofstream(folder_ / "pair.so") << "not an object";
  expect_pair_refused("", "cannot load './pair.so': ");
}

TEST_F(CliPlugIn, WhatItSaysOfACaseIsCheckedBeforeAnythingRuns) {
  const auto expect_wrong = [&](const std::string& behaviour, const std::string& message) {
    expect_pair_refused(behaviour,
                        "the pair 'doubled' describes itself wrongly, with n=" + message);
  };
  expect_wrong("has an array without a name", "1000: an array has no name");
  expect_wrong("has two arrays of a name", "1000: two arrays are called 'x'");
  expect_wrong("has an unknown type", "1000: the array 'k' has the unknown type 99");
  expect_wrong("has an unknown role", "1000: the array 'k' has the unknown role 7");
  expect_wrong("has no output", "1000: none of its arrays is an output");
  expect_wrong("changes a role", "3000: none of its arrays is an output");
  expect_wrong("has too many elements", "1000: the array 'k' has 4611686018427387904 elements");
  expect_wrong("has no number of flops", "1000: its work is nan bytes or operations");
  expect_wrong("writes less than nothing", "1000: its work is -1 bytes or operations");
}

TEST_F(CliPlugIn, WhatThrowsWhereItDescribesItselfIsOneLineAndStatusTwo) {
  for (const char* function :
       {"export", "has", "arrays", "work", "release", "settings", "exercise"})
    expect_pair_refused(std::string("throws in ") + function,
                        ": it threw an exception: std::bad_alloc");
  expect_pair_refused("names no release", "it does not say which release of native it has");
}

TEST_F(CliPlugIn, WhatCannotBeOpenedSaysWhy) {
  expect_pair_refused("cannot be opened",
                      "the pair 'doubled' cannot be opened on host: it has no licence", 5);
  expect_pair_refused("aborts at once",
                      "the run failed outside its cases: it ended its process: Aborted", 3);
  expect_pair_refused("throws in open",
                      "cannot be opened on host: it threw an exception: std::bad_alloc", 5);
}

TEST_F(CliPlugIn, WhatAnOlderRunHasLeftIsNotGoneOnWith) {
  ASSERT_EQ(run("").status, 0);
  std::filesystem::copy_file(folder_ / "r.json", folder_ / "r.json.journal");
  expect_refused(run("aborts at once", "--overwrite"), "the run failed outside its cases", 3);
}

/// Files have such times after a change of the clock, or on another machine's file system.
TEST_F(CliPlugIn, WhatThisRunHasKeptIsKnownWhateverItsTimeIs) {
  EXPECT_EQ(run("aborts under another clock").status, 3);
  EXPECT_EQ(bad_result().reason, "it ended its process: Aborted");
}

TEST_F(CliPlugIn, AModelThatCannotBePreparedLeavesTheOther) {
  EXPECT_EQ(run("cannot be prepared").status, 3);
  const Results results = read_results(folder_ / "r.json");
  for (const CaseResult& c : results.cases) {
    EXPECT_EQ(c.kernels.at(Model::native).status, Status::ok);
    EXPECT_EQ(c.kernels.at(Model::kokkos).reason,
              "preparing its kokkos kernel: too much scratch memory");
  }
}

TEST_F(CliPlugIn, IsARunOfItsOwn) { expect_refused(run("", "stride"), "are runs of their own"); }

/// In the order that it names: the first is what others are compared with.
class CliPairModels : public CliPlugIn {
 protected:
  Outcome run_models(const std::string& models, const std::string& behaviour,
                     const std::string& options = "") const {
    return run_command("TILEBRIDGE_TEST_MODELS=" + models + " TILEBRIDGE_TEST_PAIR='" + behaviour +
                           "' " TILEBRIDGE_PROGRAM
                           " run --platform host ./pair.so --set n=3000 --budget 0.01 --overwrite "
                           "-o r.json " +
                           options,
                       folder_);
  }
  CaseResult only_case() const {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 1U);
    return results.cases.front();
  }
};

/// Whoever frees its memory badly, the others' results are right.
TEST_F(CliPairModels, ACrashWhereMemoryIsFreedIsThatModelsAlone) {
  for (const std::string bad : {"native", "raja", "yakl"}) {
    ::setenv("TILEBRIDGE_TEST_MODEL", bad.c_str(), 1);
    const Outcome outcome = run_models("native,raja,yakl", "aborts when it is discarded");
    ::unsetenv("TILEBRIDGE_TEST_MODEL");
    EXPECT_THAT(outcome.err, HasSubstr("when its memory was freed: it ended its process: Aborted"));
    for (const auto& [kernel, result] : only_case().kernels)
      EXPECT_EQ(result.status, kernel.model.is(Model(bad)) ? Status::invalid : Status::ok)
          << bad << ": " << kernel.model.key() << " " << result.reason;
  }
}

TEST_F(CliPairModels, WithoutNativeCodeTheFirstIsTheReference) {
  const std::string out = output_of(run_models("raja,yakl-2", ""));
  EXPECT_THAT(out, HasSubstr("\ndoubled: yakl-2 "));
  EXPECT_THAT(out, HasSubstr(" of RAJA ["));
  EXPECT_THAT(out, HasSubstr("; RAJA, yakl-2\n"));
  EXPECT_THAT(out, testing::Not(HasSubstr("okkos")));
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
  const CaseResult c = only_case();
  ASSERT_EQ(c.comparisons.size(), 1U);
  EXPECT_EQ(c.comparisons[0].against.model, Model("raja"));
  EXPECT_EQ(c.comparisons[0].kernel.model, Model("yakl-2"));
  EXPECT_EQ(run_tilebridge("report r.json -o r.html", folder_).status, 0);
  EXPECT_THAT(file_text(folder_ / "r.html"), HasSubstr("yakl-2 loops: "));
  write_again();
  EXPECT_NE(run_tilebridge("compare r.json again.json --metric ratio", folder_).status, 2);
}

TEST_F(CliPairModels, ThreeAreComparedWithNativeCodeUnderTheirReleases) {
  const std::string out = output_of(run_models("native,kokkos,raja", "has releases"));
  EXPECT_THAT(out, HasSubstr("\ndoubled: Kokkos "));
  EXPECT_THAT(out, HasSubstr("\ndoubled: RAJA "));
  EXPECT_THAT(out, HasSubstr("; Kokkos 1.2 (Imaginary), RAJA 1.2 (Imaginary)\n"));
  const CaseResult c = only_case();
  ASSERT_EQ(c.comparisons.size(), 2U);
  for (const ComparisonResult& r : c.comparisons) EXPECT_TRUE(r.against.model.is_native());
  for (const char* key : {"native", "kokkos@1.2", "raja@1.2"})
    EXPECT_TRUE(c.kernels.contains(Model(key))) << key;
}

TEST_F(CliPairModels, AreChosenByTheirNames) {
  EXPECT_EQ(run_models("native,kokkos,raja", "has releases", "--model cuda,raja").status, 0);
  const CaseResult c = only_case();
  EXPECT_EQ(c.kernels.size(), 2U);
  EXPECT_TRUE(c.kernels.contains(Model("raja")));
  expect_refused(run_models("native,kokkos,raja", "", "--model rajah"),
                 "unknown model 'rajah'; did you mean 'raja'?");
}

TEST_F(CliPairModels, OneThatCrashesIsLeftOutAlone) {
  const Outcome outcome = run_models("native,kokkos,raja", "aborts", "");
  EXPECT_EQ(outcome.status, 3);
  const CaseResult c = only_case();
  EXPECT_EQ(c.kernels.at(Model::kokkos).reason, "it ended its process: Aborted");
  EXPECT_TRUE(c.kernels.at(Model::native).timing);
  EXPECT_TRUE(c.kernels.at(Model("raja")).timing);
  EXPECT_EQ(c.comparisons.size(), 1U);
}

TEST_F(CliPairModels, WhereThePlatformLacksNativeCodeTheNextIsTheReference) {
  EXPECT_EQ(run_models("native,raja,yakl", "has native code for GPUs alone").status, 0);
  const CaseResult c = only_case();
  EXPECT_EQ(c.kernels.at(Model::native).reason, "not written for host");
  ASSERT_EQ(c.comparisons.size(), 1U);
  EXPECT_EQ(c.comparisons[0].against.model, Model("raja"));
}

TEST_F(CliPairModels, AShareOfTheReferenceGates) {
  EXPECT_THAT(output_of(run_models("native,raja", "", "--at-least 0.1")),
              testing::Not(HasSubstr("--at-least")));
  const Outcome missed = run_command(
      "TILEBRIDGE_TEST_MODELS=raja,yakl TILEBRIDGE_TEST_PAIR='works eight times "
      "over' " TILEBRIDGE_PROGRAM
      " run --platform host ./pair.so --set n=50000 --set n=100000 "
      "--budget 0.05 --overwrite -o r.json --at-least 90%",
      folder_);
  EXPECT_EQ(missed.status, 1) << missed.err;
  for (const char* n : {"50000", "100000"})
    EXPECT_THAT(missed.out, HasSubstr("\n--at-least: doubled/kernel  n=" + std::string(n) +
                                      "  hot: yakl loops reaches 0."));
  EXPECT_THAT(missed.out, HasSubstr(" below 0.9\n"));
  EXPECT_EQ(run_models("native,raja", "is wrong", "--at-least 0.1").status, 3);
  const Outcome nothing = run_models("native,raja", "", "--at-least 0.1 --model raja");
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.out, HasSubstr("--at-least: no model is compared with a reference\n"));
  EXPECT_EQ(run_models("native,raja", "", "--at-least 0.1 --self-check").status, 2);
}

/// The program's own Kokkos runs at more than a millionth, and at less than a hundred times.
TEST_F(CliPairModels, AShareGatesExperimentsOfTheCatalogueToo) {
  const auto status_at = [&](const std::string& share) {
    return run_tilebridge(
               "run stride/copy --platform host --set n=100000,stride=1 --budget 0.01 "
               "--overwrite -o c.json --at-least " +
                   share,
               folder_)
        .status;
  };
  EXPECT_EQ(status_at("0.000001"), 0);
  EXPECT_EQ(status_at("100"), 1);
}

TEST_F(CliPairModels, AreExplainedSideBySideByTheirMarks) {
  std::ofstream(folder_ / "a.cpp") << "// [native]\nint first;\n// [raja]\nint second;\n"
                                      "// [yakl]\nint third;\n// [/]\n";
  const auto explain = [&](const std::string& options) {
    return run_command(
        "TILEBRIDGE_TEST_MODELS=native,raja,yakl TILEBRIDGE_TEST_PAIR='has releases' "
        "TILEBRIDGE_TEST_SOURCES=\"$PWD/a.cpp\" " TILEBRIDGE_PROGRAM " explain ./pair.so " +
            options,
        folder_);
  };
  const std::string all = output_of(explain("--width 170"));
  EXPECT_THAT(all, testing::ContainsRegex("int first; +│.*int second;"));
  for (const char* part : {"int third;", "RAJA 1.2 (Imaginary)"}) EXPECT_THAT(all, HasSubstr(part));
  EXPECT_THAT(explain("--models yakl").out, testing::Not(HasSubstr("int first;")));
  EXPECT_EQ(explain("--models kokkos").status, 2);
  EXPECT_THAT(
      run_command("TILEBRIDGE_TEST_MODELS=raja,yakl " TILEBRIDGE_PROGRAM " list ./pair.so", folder_)
          .out,
      HasSubstr("raja (host), yakl (host)"));
}

/// After an illegal access nothing runs on the device in that process any more, whoever asks. The
/// one that did it is named, whether it noticed or not, and all others have their results.
TEST(CliPlugInOnAGpu, WhatBreaksTheDeviceCostsItsOwnResult) {
  const std::string pair = TILEBRIDGE_BREAKING_PAIR_FILE;
  if (pair.empty()) GTEST_SKIP() << "a build without CUDA";
  const TemporaryFolder folder;
  std::filesystem::copy_file(pair, folder / "pair.so");
  for (const char* behaviour : {"", "notices"}) {
    const Outcome outcome =
        run_command("TILEBRIDGE_TEST_PAIR='" + std::string(behaviour) +
                        "' " TILEBRIDGE_PROGRAM
                        " run --platform cuda ./pair.so --set n=1000 --set n=3000 --set n=500 "
                        "--budget 0.01 --overwrite -o r.json",
                    folder);
    if (outcome.status == 5 && !std::filesystem::exists(folder / "r.json"))
      GTEST_SKIP() << outcome.err;
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err,
                HasSubstr(", kokkos loops: the device failed under it; the run continues"));
    const Results results = read_results(folder / "r.json");
    ASSERT_EQ(results.cases.size(), 3U);
    for (const CaseResult& c : results.cases)
      for (const auto& [kernel, result] : c.kernels) {
        const bool is_bad = kernel.model == Model::kokkos && c.parameters["n"] == 3000;
        EXPECT_EQ(result.reason, is_bad ? "the device failed under it" : "");
        EXPECT_EQ(result.timing.has_value(), !is_bad);
      }
  }
}

}  // namespace
}  // namespace tilebridge::cli
