// SPDX-License-Identifier: Apache-2.0
#include "run/outcome.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "run/interruption.hpp"

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
  EXPECT_EQ(status_of(with(Status::ok, Verdict::slower), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::skipped, Verdict::parity), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false, false), ExitStatus::invalid);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::inconclusive), true, false),
            ExitStatus::invalid);
}

TEST(StatusOf, AnInvalidResultOfOneRankIsOneOfTheRun) {
  Results results = with(Status::ok, Verdict::parity);
  RankCase part;
  part.rank = 1;
  part.models[Model::kokkos].status = Status::invalid;
  results.cases[0].by_rank.push_back(part);
  EXPECT_EQ(status_of(results, false, false), ExitStatus::invalid);
}

TEST(StatusOf, InconclusiveIsAFailureOnlyIfAskedFor) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::inconclusive), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::ok, Verdict::inconclusive), true, false),
            ExitStatus::inconclusive);
}

TEST(Worse, LostOutputCountsUnlessAResultIsInvalid) {
  EXPECT_EQ(worse(ExitStatus::fine, ExitStatus::fine), ExitStatus::fine);
  EXPECT_EQ(worse(ExitStatus::inconclusive, ExitStatus::not_written), ExitStatus::not_written);
  EXPECT_EQ(worse(ExitStatus::interrupted, ExitStatus::fine), ExitStatus::interrupted);
  EXPECT_EQ(worse(ExitStatus::invalid, ExitStatus::not_written), ExitStatus::invalid);
}

TEST(StatusOf, AnInterruptedRunSaysSoUnlessAResultIsInvalid) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::parity), false, true), ExitStatus::interrupted);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false, true), ExitStatus::invalid);
}

TEST(Interruption, ASignalAsksToStopAndDoesNotEndTheProcess) {
  EXPECT_EXIT(
      {
        catch_signals();
        const bool before = is_stop_asked();
        std::raise(SIGTERM);
        std::exit(!before && is_stop_asked() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tilebridge::run
