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
class CliPlugIn : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
    std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so");
  }

  Outcome run(const std::string& behaviour, const std::string& options = "") const {
    return run_command("TILEBRIDGE_TEST_PAIR='" + behaviour +
                           "' " TILEBRIDGE_PROGRAM
                           " run --platform host ./pair.so --set n=1000 --set n=3000 --set n=500 "
                           "--budget 0.01 -o r.json " +
                           options,
                       folder_);
  }

  /// The result of the size that may misbehave; those of the others must be valid.
  ModelResult bad_result(Model model = Model::kokkos) const {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 3U);
    ModelResult found;
    for (const CaseResult& c : results.cases)
      for (const auto& [of, result] : c.models)
        if (c.parameters["n"] != 3000)
          EXPECT_EQ(result.status, Status::ok) << result.reason;
        else if (of == model)
          found = result;
    return found;
  }

  void expect_refused(const std::string& behaviour, const std::string& message,
                      int status = 2) const {
    const Outcome outcome = run(behaviour);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("tilebridge: ")) << behaviour;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  }

  TemporaryFolder folder_;
};

TEST_F(CliPlugIn, IsValidatedTimedAndShownLikeTheCatalogue) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("doubled  n=3000"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("No Kokkos kernel is compared")));
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  EXPECT_EQ(bad_result().status, Status::ok);
  EXPECT_EQ(run_tilebridge("report r.json", folder_).status, 0);
  EXPECT_EQ(run_tilebridge("report r.json -o r.html", folder_).status, 0);
  EXPECT_THAT(run_tilebridge("export r.json --format csv", folder_).out, HasSubstr(",doubled,"));
  EXPECT_NE(run_tilebridge("compare r.json r.json", folder_).status, 2);
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
    EXPECT_FALSE(c.models.at(Model::kokkos).timing);
}

TEST_F(CliPlugIn, AWrongResultIsInvalidAndTheOthersAreKept) {
  EXPECT_EQ(run("is wrong").status, 3);
  EXPECT_THAT(bad_result().reason, HasSubstr("element 7 of 3000"));
  EXPECT_EQ(run("writes beyond", "--overwrite").status, 3);
  EXPECT_EQ(bad_result().reason, "it wrote beyond the array 'y'");
}

TEST_F(CliPlugIn, AFailureIsTheResultsReason) {
  EXPECT_EQ(run("fails").status, 3);
  EXPECT_EQ(bad_result().reason, "launching its kokkos kernel: the lattice is not periodic");
  EXPECT_EQ(bad_result(Model::native).status, Status::ok);
  EXPECT_EQ(run("fails later", "--overwrite").status, 3);
  EXPECT_THAT(bad_result().reason, HasSubstr("the lattice is not periodic"));
}

TEST_F(CliPlugIn, AnAbortEndsItsProcessAndNothingElse) {
  const Outcome outcome = run("aborts");
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("tilebridge: it ended its process: Aborted; the run goes on"));
  EXPECT_EQ(bad_result().status, Status::invalid);
  EXPECT_EQ(bad_result().reason, "it ended its process: Aborted");
}

TEST_F(CliPlugIn, WhatHangsIsGivenUp) {
  const Outcome outcome = run("hangs", "--timeout 5");
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_EQ(bad_result().reason, "it did not end within 5 s");
}

TEST_F(CliPlugIn, IsNotLoadedOnTheWordOfAFile) {
  ASSERT_EQ(run("").status, 0);
  const Outcome unnamed = run_tilebridge("run --resume r.json", folder_);
  EXPECT_EQ(unnamed.status, 2);
  EXPECT_THAT(unnamed.err, HasSubstr("name them again: tilebridge run ./pair.so --resume r.json"));
  EXPECT_EQ(run_tilebridge("run ./other.so --resume r.json", folder_).status, 2);
  EXPECT_EQ(run_tilebridge("run ./pair.so --resume r.json", folder_).status, 0);
  ASSERT_EQ(run_tilebridge("run --platform host stride/copy --set n=64,stride=1 -o c.json", folder_)
                .status,
            0);
  EXPECT_EQ(run_tilebridge("run ./pair.so --resume c.json", folder_).status, 2);
}

TEST_F(CliPlugIn, WhatIsNoPairIsOneLineAndStatusTwo) {
  expect_refused("is of another version", "has version 7 of the pair interface");
  expect_refused("has no name", "its name is not a C identifier");
  expect_refused("leaves out launch", "it leaves out a function");
  std::filesystem::remove(folder_ / "pair.so");
  expect_refused("", "there is no file './pair.so'");
  std::ofstream(folder_ / "pair.so") << "not an object";
  expect_refused("", "cannot load './pair.so': ");
}

TEST_F(CliPlugIn, WhatCannotBeOpenedSaysWhy) {
  expect_refused("cannot be opened",
                 "the pair 'doubled' cannot be opened on host: it has no licence", 5);
  expect_refused("aborts at once", "before its first case, it ended its process: Aborted", 3);
}

TEST_F(CliPlugIn, WhatAnOlderRunHasLeftIsNotGoneOnWith) {
  ASSERT_EQ(run("").status, 0);
  std::filesystem::copy_file(folder_ / "r.json", folder_ / "r.json.journal");
  const Outcome outcome = run("aborts at once", "--overwrite");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("before its first case"));
}

TEST_F(CliPlugIn, AModelThatCannotBePreparedLeavesTheOther) {
  EXPECT_EQ(run("cannot be prepared").status, 3);
  const Results results = read_results(folder_ / "r.json");
  for (const CaseResult& c : results.cases) {
    EXPECT_EQ(c.models.at(Model::native).status, Status::ok);
    EXPECT_EQ(c.models.at(Model::kokkos).reason,
              "preparing its kokkos kernel: too much scratch memory");
  }
}

TEST_F(CliPlugIn, IsARunOfItsOwn) {
  const Outcome outcome = run("", "stride");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("are runs of their own"));
}

TEST(CliNew, WritesAPairUnderItsName) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("new heat_flux", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("tilebridge run heat_flux/build/heat_flux.so"));
  for (const char* file : {"CMakeLists.txt", "heat_flux.hpp", "native.cpp", "pair.cpp"})
    EXPECT_THAT(read_text(folder / "heat_flux" / file), testing::Not(HasSubstr("my_kernel")))
        << file;
  EXPECT_THAT(read_text(folder / "heat_flux" / "pair.cpp"), HasSubstr("class HeatFlux final"));
}

TEST(CliNew, RefusesInOneLine) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "there");
  for (const char* name : {"there", "Capital", "two-words", "../up", "1st"}) {
    const Outcome outcome = run_tilebridge(std::string("new ") + name, folder);
    EXPECT_EQ(outcome.status, 2) << name;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace tilebridge::cli
