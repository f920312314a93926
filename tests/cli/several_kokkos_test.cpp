// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The program in a folder of its own, with kokkos-other.so beside it: the model under test.
class CliSeveralKokkos : public RunningTest {
 protected:
  CliSeveralKokkos() {
    std::filesystem::copy_file(TILEBRIDGE_PROGRAM, folder_ / "tilebridge");
    std::filesystem::copy_file(TILEBRIDGE_RUNNER, folder_ / "tilebridge-run");
    const auto built = std::filesystem::path(TILEBRIDGE_RUNNER).parent_path();
    for (const auto& file : std::filesystem::directory_iterator(built))
      if (file.path().extension() == ".so")
        std::filesystem::create_symlink(file.path(), folder_ / file.path().filename());
    std::filesystem::copy_file(TILEBRIDGE_TEST_MODEL_FILE, folder_ / "kokkos-other.so");
  }

  Outcome run(const std::string& behaviour, const std::string& options = "--kokkos other") const {
    return run_command(
        "TILEBRIDGE_TEST_MODEL='" + behaviour +
            "' ./tilebridge run stride/copy stride/copy_rewritten --platform host --set "
            "n=100000,stride=1,real=float --cache hot --budget 0.01 -o r.json " +
            options,
        folder_);
  }

  /// The first case; of the program's own build in it, the first of its model, nothing is wrong.
  CaseResult first_case() const {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 2U);  // loops and rewritten
    EXPECT_EQ(results.cases.at(0).kernels.at(Model::kokkos).status, Status::ok);
    return results.cases.at(0);
  }
  KernelResult result() const { return first_case().kernels.at(other); }

  /// Compares the build with native code, and with the program's own.
  std::vector<ComparisonResult> comparisons() const {
    std::vector<ComparisonResult> all = first_case().comparisons;
    std::erase_if(all, [](const ComparisonResult& r) { return r.kernel.model != other; });
    return all;
  }

  static constexpr Model other{"kokkos@other"};
};

TEST_F(CliSeveralKokkos, AreTimedInTheSameRoundsAndCompared) {
  EXPECT_THAT(output_of(run("")), HasSubstr("Kokkos other (9.9.09) against "));
  ASSERT_TRUE(result().timing);
  EXPECT_TRUE(result().validation->ok());
  ASSERT_EQ(comparisons().size(), 2U);
  EXPECT_TRUE(comparisons()[0].against.model.is_native());
  EXPECT_TRUE(comparisons()[1].against.model.is(Model::kokkos));
  EXPECT_EQ(result().timing->samples.size(),
            first_case().kernels.at(Model::native).timing->samples.size());
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(results.cases.at(1).kernels.at(other).reason, "not written for host");
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
}

TEST_F(CliSeveralKokkos, NativeCodeOfAnotherCompilerIsInNativeCodesForm) {
  EXPECT_EQ(run("is native code").status, 0);
  const auto kernels = first_case().kernels;
  ASSERT_TRUE(kernels.contains(ModelForm{other, Form::indices}));
  EXPECT_EQ(kernels.at(ModelForm{other, Form::indices}).status, Status::ok);
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(text_at(build_of(results, other), "code"), "native");
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
}

TEST_F(CliSeveralKokkos, TheProgramsOwnMayBeNamedToo) {
  ASSERT_EQ(run("").status, 0);
  const Results results = read_results(folder_ / "r.json");
  const std::string own = text_at(build_of(results, Model::kokkos), "release");
  EXPECT_EQ(run("", "--overwrite --kokkos other," + own).status, 0);
  EXPECT_EQ(comparisons().size(), 2U);
}

TEST_F(CliSeveralKokkos, EveryCommandReadsTheFileAsARunOfOneOfThem) {
  run("");
  const Outcome report = run_tilebridge("report r.json@other", folder_);
  EXPECT_EQ(report.status, 0);
  EXPECT_THAT(report.out, HasSubstr(" Kokkos 9.9.09 (Imaginary)"));
  const Outcome compare = run_tilebridge("compare r.json r.json@other --vary kokkos", folder_);
  EXPECT_THAT(compare.out, HasSubstr(" -> 9.9.09\n"));
  EXPECT_THAT(run_tilebridge("report r.json@another", folder_).err,
              HasSubstr("'r.json@another': it has no build 'another' of a model; it has native, "));
}

TEST_F(CliSeveralKokkos, AWrongResultIsInvalidAndTheOthersAreKept) {
  EXPECT_EQ(run("leaves the last").status, 3);
  EXPECT_EQ(result().status, Status::invalid);
  EXPECT_THAT(result().reason, HasSubstr("element 99999 of 100000 is "));
  EXPECT_TRUE(comparisons().empty());
}

TEST_F(CliSeveralKokkos, WhatItCannotRunHasItsReason) {
  const auto reason_of = [&](const char* behaviour, Status status) {
    run(behaviour, "--kokkos other --overwrite");
    EXPECT_EQ(result().status, status) << behaviour;
    return result().reason;
  };
  EXPECT_EQ(reason_of("is unavailable", Status::skipped), "it has its reasons");
  EXPECT_EQ(reason_of("has no equivalent", Status::no_equivalent), "it has its reasons");
  EXPECT_EQ(reason_of("cannot be prepared", Status::invalid),
            "preparing its kernel: it has its reasons");
  EXPECT_EQ(reason_of("cannot be launched", Status::invalid),
            "launching its kernel: it does not start");
}

TEST_F(CliSeveralKokkos, WhatEndsTheProcessCostsItsOwnResult) {
  const Outcome outcome = run("aborts");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err,
              HasSubstr(", kokkos@other loops: it ended its process: Aborted; the run"));
  EXPECT_EQ(result().reason, "it ended its process: Aborted");
  const Results results = read_results(folder_ / "r.json");
  EXPECT_TRUE(results.cases.at(0).kernels.at(Model::kokkos).timing);
  EXPECT_THAT(text_at(results.program, "command_line"), testing::Not(HasSubstr("heartbeat")));
}

TEST_F(CliSeveralKokkos, WhatHangsCostsItsOwnResult) {
  EXPECT_EQ(run("hangs", "--kokkos other --timeout 5").status, 3);
  EXPECT_EQ(result().reason, "it did not end within 5 s");
}

TEST_F(CliSeveralKokkos, FromAFolderOfItsOwnIsNamedAgainToResume) {
  std::filesystem::create_directory(folder_ / "k");
  std::filesystem::rename(folder_ / "kokkos-other.so", folder_ / "k" / "kokkos-other.so");
  ASSERT_EQ(run("", "--kokkos other --model-from k").status, 0);
  expect_refused(run_command("./tilebridge run --resume r.json", folder_),
                 "name it again: --model-from k\n");
  EXPECT_EQ(run_command("./tilebridge run --resume r.json --model-from k", folder_).status, 0);
}

TEST_F(CliSeveralKokkos, WithoutAModelOfItsOwnTheProgramSaysSoAndMeasuresNothing) {
  std::filesystem::remove(folder_ / "kokkos.so");
  expect_refused(run("", ""),
                 "kokkos.so'; reinstall tilebridge, or leave it out with "
                 "--model\n",
                 5);
  EXPECT_EQ(run("", "--model native").status, 0);
}

TEST_F(CliSeveralKokkos, WhatIsWrongWithAnObjectIsOneLine) {
  const auto refused = [&](const Outcome& outcome, int status, const std::string& message) {
    expect_refused(outcome, message, status);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  };
  refused(run("", "--kokkos other,other"), 2, "--also names 'kokkos@other' twice");
  refused(run("is for GPUs"), 5, "Kokkos 9.9.09 cannot run on host: it has Imaginary");
  refused(run("is of another build"), 2,
          "was built with other headers of tilebridge than this program");
  refused(run("is of another version"), 2,
          "was built with other headers of tilebridge than this program");
  refused(run("does not start"), 5, "Kokkos 9.9.09 does not start: no luck today");
  refused(run("cannot be opened"), 5, "Kokkos 9.9.09 cannot run on host: not even here");
  refused(run("", "--kokkos 7"), 2, ", only kokkos@other\n");
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "kokkos-pair.so");
  refused(run("", "--kokkos pair"), 2, "it exports no tilebridge_export_model()");
  std::ofstream(folder_ / "kokkos-other.so", std::ios::trunc) << "no object";
  refused(run(""), 2, "cannot load '");
}

}  // namespace
}  // namespace tilebridge::cli
