// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A runner in a folder of its own, with kokkos-other.so beside it: the model under test.
class CliSeveralKokkos : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
    std::filesystem::copy_file(TILEBRIDGE_RUNNER, folder_ / "tilebridge-run");
    std::filesystem::copy_file(TILEBRIDGE_TEST_MODEL_FILE, folder_ / "kokkos-other.so");
  }

  Outcome run(const std::string& behaviour, const std::string& options = "--kokkos other") const {
    return run_command(
        "TILEBRIDGE_TEST_MODEL='" + behaviour +
            "' ./tilebridge-run run stride/copy stride/copy_matched --platform host --set "
            "n=100000,stride=1,real=float --cache hot --budget 0.01 -o r.json " +
            options,
        folder_);
  }

  ReleaseResult result() const {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 2U);  // plain and matched
    EXPECT_EQ(results.cases.at(0).models.at(Model::kokkos).status, Status::ok);
    return results.cases.at(0).releases.at("other");
  }

  TemporaryFolder folder_;
};

TEST_F(CliSeveralKokkos, AreTimedInTheSameRoundsAndCompared) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Kokkos other (9.9.09) against "));
  const ReleaseResult other = result();
  ASSERT_TRUE(other.result.timing);
  EXPECT_TRUE(other.result.validation->ok());
  EXPECT_GT(other.against_native->ratio.median, 0);
  EXPECT_GT(other.against_own->ratio.median, 0);
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(other.result.timing->samples.size(),
            results.cases.at(0).models.at(Model::native).timing->samples.size());
  EXPECT_EQ(results.cases.at(1).releases.at("other").result.reason, "not written for this Kokkos");
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
}

TEST_F(CliSeveralKokkos, EveryCommandReadsTheFileAsARunOfOneOfThem) {
  run("");
  const Outcome report = run_tilebridge("report r.json@other", folder_);
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("; Kokkos 9.9.09 (Imaginary)\n"));
  const Outcome compare = run_tilebridge("compare r.json r.json@other --vary kokkos", folder_);
  EXPECT_THAT(compare.out, HasSubstr(" -> 9.9.09\n"));
  EXPECT_THAT(run_tilebridge("report r.json@another", folder_).err,
              HasSubstr("'r.json@another': it has no Kokkos 'another'; it has other\n"));
}

TEST_F(CliSeveralKokkos, AWrongResultIsInvalidAndTheOthersAreKept) {
  EXPECT_EQ(run("leaves the last").status, 3);
  const ReleaseResult other = result();
  EXPECT_EQ(other.result.status, Status::invalid);
  EXPECT_THAT(other.result.reason, HasSubstr("element 99999 of 100000 is "));
  EXPECT_FALSE(other.against_own);
}

TEST_F(CliSeveralKokkos, WhatItCannotRunHasItsReason) {
  const auto reason_of = [&](const char* behaviour, Status status) {
    run(behaviour, "--kokkos other --overwrite");
    EXPECT_EQ(result().result.status, status) << behaviour;
    return result().result.reason;
  };
  EXPECT_EQ(reason_of("is unavailable", Status::skipped), "it has its reasons");
  EXPECT_EQ(reason_of("has no equivalent", Status::no_equivalent), "it has its reasons");
  EXPECT_EQ(reason_of("cannot be prepared", Status::invalid),
            "preparing its kernel: it has its reasons");
  EXPECT_EQ(reason_of("cannot be launched", Status::invalid),
            "launching its kernel: it does not start");
}

TEST_F(CliSeveralKokkos, WhatIsWrongWithAnObjectIsOneLine) {
  const auto refused = [&](const Outcome& outcome, int status, const std::string& message) {
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("tilebridge: "));
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  };
  refused(run("is of another build"), 2,
          "was built with other headers of tilebridge than this program");
  refused(run("is of another version"), 2,
          "was built with other headers of tilebridge than this program");
  refused(run("cannot be opened"), 5, "Kokkos 9.9.09 cannot run on host: no luck today");
  refused(run("", "--kokkos 7"), 2, "no Kokkos '7' beside this program, only other;");
  refused(run_tilebridge("run stride/copy --kokkos other --processes 2 -o r.json", folder_), 2,
          "leave --resume, --kokkos, ");
  std::ofstream(folder_ / "kokkos-other.so", std::ios::trunc) << "no object";
  refused(run(""), 2, "cannot load '");
}

}  // namespace
}  // namespace tilebridge::cli
