// SPDX-License-Identifier: Apache-2.0
// The program under mpirun, on the host.
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

class Mpi : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not_runnable(folder_);
    if (!reason.empty()) GTEST_SKIP() << reason;
    if (!is_installed(TILEBRIDGE_MPIRUN, folder_)) GTEST_SKIP() << "mpirun is not installed";
  }

  /// `programs` under mpirun, with its own options before them.
  Outcome mpirun(const std::string& programs) const {
    return run_command(
        "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "OMPI_MCA_rmaps_base_oversubscribe=1; " TILEBRIDGE_MPIRUN " " +
            programs,
        folder_);
  }

  static std::string ranks(int count, const std::string& arguments) {
    return " -n " + std::to_string(count) +
           " " TILEBRIDGE_PROGRAM
           " run stride/copy stride/add --platform host --cache hot --budget 0.01 " +
           arguments;
  }

  TemporaryFolder folder_;
};

constexpr const char* small = "--set n=4096,stride=1 -o r.json ";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++count;
  return count;
}

void expect_whole(const TemporaryFolder& folder, std::size_t size, const std::string& order) {
  EXPECT_EQ(schema_error(read_text(folder / "r.json")), "");
  const Results results = read_results(folder / "r.json");
  EXPECT_EQ(text_at(results.program, "ranks"), order);
  ASSERT_EQ(results.ranks.size(), size);
  for (const RankInfo& info : results.ranks) {
    EXPECT_EQ(info.host, text_at(results.host, "name"));
    EXPECT_EQ(info.failure, "");
    EXPECT_GT(info.ceilings.copy_bytes_per_s, 0);
  }
  ASSERT_EQ(results.cases.size(), 2U);
  for (const CaseResult& c : results.cases) {
    ASSERT_EQ(c.by_rank.size(), size);
    for (const RankCase& part : c.by_rank)
      EXPECT_EQ(part.kernels.at(Model::kokkos).status, Status::ok);
  }
}

TEST_F(Mpi, TwoRanksTogetherGiveOneFileAndOneTable) {
  const Outcome outcome = mpirun(ranks(2, small));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expect_whole(folder_, 2, "together");
  EXPECT_EQ(count_of(outcome.out, "measured ceilings"), 1U);
  EXPECT_EQ(count_of(outcome.out, "results: r.json"), 1U);
  EXPECT_EQ(count_of(outcome.err, "[1/4]"), 1U) << outcome.err;
  EXPECT_EQ(count_of(outcome.out, "\033["), 0U);  // no colours where mpirun writes into a pipe
}

TEST_F(Mpi, ThreeRanksTakeTurns) {
  const Outcome outcome = mpirun(ranks(3, std::string(small) + "--ranks alternating"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expect_whole(folder_, 3, "alternating");
  EXPECT_THAT(outcome.out, HasSubstr("3 ranks on 1 host, alternating"));
}

TEST_F(Mpi, OneRankIsARunByItself) {
  const Outcome outcome = mpirun(ranks(1, small));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(read_results(folder_ / "r.json").ranks.empty());
}

TEST_F(Mpi, ARankThatFailsIsNamedAndTheOthersResultsAreKept) {
  // The second rank is asked for more memory than there is.
  const Outcome outcome =
      mpirun(ranks(1, small) + " :" + ranks(1, "--set n=16Gi,stride=1") + " :" + ranks(1, small));
  EXPECT_EQ(outcome.status, 5) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("rank 1 on .*: .*GiB of"));
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  ASSERT_EQ(results.ranks.size(), 3U);
  EXPECT_THAT(results.ranks[1].failure, HasSubstr("is available"));
  EXPECT_EQ(results.ranks[0].failure + results.ranks[2].failure, "");
  ASSERT_EQ(results.cases.size(), 2U);
  EXPECT_EQ(results.cases[0].by_rank.size(), 2U);
}

TEST_F(Mpi, WhatIsWrongForAllIsSaidOnceAndStatusTwo) {
  const auto expect_once = [&](const std::string& arguments, const std::string& message) {
    const Outcome outcome = mpirun(ranks(3, arguments));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(count_of(outcome.err, "tilebridge: "), 1U) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  };
  expect_once("--set strid=2", "unknown parameter 'strid'");
  expect_once("-o missing/r.json", "cannot write 'missing/r.json'");
  expect_once("--self-check", "--self-check runs in one process");
  expect_once("--device all", "are for a single process");
}

TEST_F(Mpi, ASignalKeepsTheFinishedExperiments) {
  if (!is_installed("pgrep", folder_)) GTEST_SKIP() << "pgrep is not installed";
  // Sent to one rank: a launcher that sends it to all gives them a second before it kills them.
  const Outcome outcome = mpirun(
      "-n 2 " TILEBRIDGE_PROGRAM
      " run stride/copy transpose/tile --platform host --cache hot --budget 6 --half-width 1e-6 "
      "--set stride=1,n=4096,rows=512,cols=512 -o r.json & pid=$!; "
      "for i in $(seq 5000); do [ -s r.rank1.json.journal ] && break; kill -0 $pid || break; sleep "
      "0.05; "
      "done; "
      "kill -TERM $(pgrep -P $pid tilebridge | tail -n 1); wait $pid");
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept"));
  EXPECT_EQ(schema_error(read_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  ASSERT_FALSE(results.cases.empty());
  EXPECT_EQ(results.cases[0].by_rank.size(), 2U);
  // The other rank may have taken its turn in the second case before it heard of the signal.
  for (std::size_t i = 1; i < results.cases.size(); ++i)
    EXPECT_EQ(results.cases[i].by_rank.size(), 1U);
}

/// Every rank loads it; a crash of its kernel costs its own result.
TEST_F(Mpi, APairOfTheUsersOwn) {
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so");
  const std::string run =
      " -n 2 " TILEBRIDGE_PROGRAM
      " run ./pair.so --platform host --set n=1000,n=3000 --budget 0.01 --overwrite -o r.json";
  const auto expect_whole_cases = [&] {
    const Results results = read_results(folder_ / "r.json");
    EXPECT_EQ(results.cases.size(), 2U);
    for (const CaseResult& c : results.cases) EXPECT_EQ(c.by_rank.size(), 2U);
  };
  const Outcome outcome = mpirun(run);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expect_whole_cases();
  const Outcome crashed = mpirun(" -x TILEBRIDGE_TEST_PAIR=aborts" + run);
  EXPECT_EQ(crashed.status, 3) << crashed.err;
  EXPECT_THAT(crashed.err,
              HasSubstr("it ended its process: Aborted; the run continues without it"));
  expect_whole_cases();
}

}  // namespace
}  // namespace tilebridge::cli
