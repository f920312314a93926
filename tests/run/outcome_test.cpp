// SPDX-License-Identifier: Apache-2.0
#include "run/outcome.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "base/files.hpp"
#include "base/process.hpp"
#include "results/file.hpp"
#include "run/interruption.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::run {
namespace {

Results with(Status status, Verdict verdict) {
  CaseResult c;
  c.models[Model::native].status = Status::ok;
  c.models[Model::kokkos].status = status;
  c.comparisons.push_back({Model::kokkos, Model::native, {}, verdict});
  Results results;
  results.cases.push_back(c);
  return results;
}

TEST(StatusOf, AnInvalidResultIsNeverFine) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::slower), false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::skipped, Verdict::parity), false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false), ExitStatus::invalid);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::inconclusive), true), ExitStatus::invalid);
}

TEST(StatusOf, AnInvalidResultOfOneRankIsOneOfTheRun) {
  Results results = with(Status::ok, Verdict::parity);
  RankCase part;
  part.rank = 1;
  part.models[Model::kokkos].status = Status::invalid;
  results.cases[0].by_rank.push_back(part);
  EXPECT_EQ(status_of(results, false), ExitStatus::invalid);
}

TEST(StatusOf, InconclusiveIsAFailureOnlyIfAskedFor) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::inconclusive), false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::ok, Verdict::inconclusive), true), ExitStatus::inconclusive);
}

TEST(Worse, LostOutputCountsUnlessAResultIsInvalid) {
  EXPECT_EQ(worse(ExitStatus::fine, ExitStatus::fine), ExitStatus::fine);
  EXPECT_EQ(worse(ExitStatus::inconclusive, ExitStatus::not_written), ExitStatus::not_written);
  EXPECT_EQ(worse(ExitStatus::interrupted, ExitStatus::fine), ExitStatus::interrupted);
  EXPECT_EQ(worse(ExitStatus::invalid, ExitStatus::not_written), ExitStatus::invalid);
}

TEST(Finish, WritesTheFileBeforeItShowsTheEnding) {
  const TemporaryFolder folder;
  RunOutput output(folder / "r.json");
  int shown = 0;
  const auto show = [&](const Ending& ending) {
    ++shown;
    EXPECT_EQ(ending.written, ExitStatus::fine);
    EXPECT_TRUE(ending.interrupted);
    EXPECT_EQ(read_results(ending.file).cases.size(), sample_results().cases.size());
  };
  EXPECT_EQ(finish(output, sample_results(), true, show), ExitStatus::fine);
  EXPECT_EQ(shown, 1);
}

TEST(Interruption, ASignalAsksToStopAndDoesNotEndTheProcess) {
  EXPECT_EXIT(
      {
        catch_signals();
        const bool before = is_stop_asked();
        std::raise(SIGTERM);
        const Results results = with(Status::ok, Verdict::parity);
        const bool right =
            !before && is_stop_asked() && status_of(results, false) == ExitStatus::interrupted &&
            status_of(with(Status::invalid, Verdict::parity), false) == ExitStatus::invalid;
        std::exit(right ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tilebridge::run
