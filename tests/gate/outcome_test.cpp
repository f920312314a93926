// SPDX-License-Identifier: Apache-2.0
#include "gate/outcome.hpp"

#include <gtest/gtest.h>

#include "tests/gate/sample_runs.hpp"

namespace tilebridge::gate {
namespace {

Outcome outcome(const Results& base, const Results& current, const GateOptions& options = {},
                const std::vector<Aggregate>& aggregates = {}) {
  return outcome_of(compare_results(base, current, options), aggregates);
}

GateOptions strictly() {
  GateOptions options;
  options.strict = true;
  return options;
}

GateOptions with_less() {
  GateOptions options;
  options.allow_missing = true;
  return options;
}

TEST(GateOutcome, WhatIsSlowerOrWrongFails) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(outcome(base, run_of(1.0525e-3, 1.2e-3), strictly()), Outcome::slower);
  Results wrong = base;
  wrong.cases[0].models[Model::kokkos] = {Status::invalid, "wrong", invalid()};
  EXPECT_EQ(outcome(base, wrong), Outcome::slower);
  EXPECT_EQ(exit_status(Outcome::slower), ExitStatus::threshold_failed);
}

TEST(GateOutcome, SoDoesAnAggregateButNotOneThatIsOnlyLower) {
  const Results base = run_of(1e-3, 1e-3);
  Aggregate all = {Scope::run, "", {0.98, 0.97, 0.985}, 3, Trend::slower};
  EXPECT_EQ(outcome(base, base, {}, {all}), Outcome::slower);
  all.trend = Trend::lower;
  EXPECT_EQ(outcome(base, base, strictly(), {all}), Outcome::fine);
}

TEST(GateOutcome, SameOrFasterIsFine) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(outcome(base, base, strictly()), Outcome::fine);
  EXPECT_EQ(outcome(base, run_of(0.5e-3, 1e-3), strictly()), Outcome::fine);
  EXPECT_EQ(exit_status(Outcome::fine), ExitStatus::fine);
}

TEST(GateOutcome, WhatIsUndecidedFailsStrictlyOnly) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(outcome(base, run_of(1e-3, 1.0525e-3)), Outcome::fine);
  EXPECT_EQ(outcome(base, run_of(1e-3, 1.0525e-3), strictly()), Outcome::undecided);
  EXPECT_EQ(exit_status(Outcome::undecided), ExitStatus::inconclusive);
}

TEST(GateOutcome, NothingDecidedIsNoSuccess) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(outcome(base, run_of(1.0525e-3, 1.0525e-3)), Outcome::nothing_decided);
  EXPECT_EQ(exit_status(Outcome::nothing_decided), ExitStatus::inconclusive);
}

TEST(GateOutcome, MissingResultsAreNoSuccessUnlessAllowed) {
  const Results base = run_of(1e-3, 1e-3);
  Results lost = base;
  lost.cases[0].models[Model::kokkos] = {Status::skipped, "not built", {}};
  Results gone = base;
  gone.cases[0].models.erase(Model::kokkos);
  Results larger = base;
  larger.cases.push_back(base.cases[0]);
  larger.cases[1].cache = "hot";
  EXPECT_EQ(outcome(base, lost), Outcome::missing);
  EXPECT_EQ(outcome(base, gone), Outcome::missing);
  EXPECT_EQ(outcome(larger, base), Outcome::missing);
  EXPECT_EQ(outcome(base, larger), Outcome::fine);  // new cases are no news
  for (const Results* less : {&lost, &gone})
    EXPECT_EQ(outcome(base, *less, with_less()), Outcome::fine);
  EXPECT_EQ(outcome(larger, base, with_less()), Outcome::fine);
  EXPECT_EQ(exit_status(Outcome::missing), ExitStatus::inconclusive);
}

TEST(GateOutcome, ACaseThatHadNoTimeIsNotMissed) {
  const Results base = run_of(1e-3, 1e-3);
  Results larger = base;
  larger.cases.push_back(base.cases[0]);
  larger.cases[1].cache = "hot";
  for (auto& [model, result] : larger.cases[1].models) result = {Status::skipped, "too large", {}};
  EXPECT_EQ(outcome(larger, base), Outcome::fine);
}

TEST(GateOutcome, ASlowdownOutweighsWhatIsMissing) {
  const Results base = run_of(1e-3, 1e-3);
  Results larger = base;
  larger.cases.push_back(base.cases[0]);
  larger.cases[1].cache = "hot";
  EXPECT_EQ(outcome(larger, run_of(1e-3, 1.2e-3)), Outcome::slower);
  EXPECT_EQ(outcome(larger, run_of(1.0525e-3, 1.0525e-3)), Outcome::missing);
}

}  // namespace
}  // namespace tilebridge::gate
