// SPDX-License-Identifier: Apache-2.0
#include "judge/outcome.hpp"

#include <gtest/gtest.h>

#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
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
  wrong.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
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
  EXPECT_EQ(exit_status(Outcome::undecided), ExitStatus::undecided);
}

TEST(GateOutcome, NothingDecidedIsNoSuccess) {
  const Results base = run_of(1e-3, 1e-3);
  EXPECT_EQ(outcome(base, run_of(1.0525e-3, 1.0525e-3)), Outcome::nothing_decided);
  EXPECT_EQ(exit_status(Outcome::nothing_decided), ExitStatus::undecided);
}

/// Samples so far apart that a loss of tens of per cent is within the interval.
Results noisy_run() {
  Results results = run_of(1e-3, 1e-3);
  for (auto& [kernel, result] : results.cases[0].kernels)
    for (std::size_t i = 0; i < result.timing->samples.size(); ++i)
      result.timing->samples[i] *= i % 2 == 0 ? 1 : 1.5;
  return results;
}

TEST(GateOutcome, WhatCouldNotHaveBeenSeenIsNoSuccess) {
  const Results noisy = noisy_run();
  GateReport report = compare_results(noisy, noisy, {});
  report.changes[0].judgement = Judgement::parity;  // that one is decided does not make it sighted
  EXPECT_EQ(outcome_of(report, {}), Outcome::blind);
  EXPECT_EQ(exit_status(Outcome::blind), ExitStatus::undecided);
  report.changes[0].judgement = Judgement::slower;
  EXPECT_EQ(outcome_of(report, {}), Outcome::slower);
}

TEST(GateOutcome, WhatIsHostBoundDoesNotFailUnlessAsked) {
  Results base = run_of(1e-3, 1e-3);
  base.cases.push_back(base.cases[0]);
  base.cases[1].cache = "hot";
  Results current = base;
  current.cases[1].kernels[kokkos_code] = timed(1.3e-3);
  current.cases[1].sampling.waits_for_host = true;
  EXPECT_EQ(outcome(base, current, strictly()), Outcome::fine);
  GateOptions options;
  options.host_bound = true;
  EXPECT_EQ(outcome(base, current, options), Outcome::slower);
}

TEST(GateOutcome, NothingThatGatesIsNoSuccess) {
  Results run = run_of(1e-3, 1e-3);
  run.cases[0].sampling.waits_for_host = true;
  EXPECT_EQ(outcome(run, run), Outcome::nothing_gates);
  EXPECT_EQ(exit_status(Outcome::nothing_gates), ExitStatus::undecided);
}

TEST(GateOutcome, MissingResultsAreNoSuccessUnlessAllowed) {
  const Results base = run_of(1e-3, 1e-3);
  Results lost = base;
  lost.cases[0].kernels[kokkos_code] = {Status::skipped, "not built", {}};
  Results gone = base;
  erase(gone.cases[0], Model::kokkos);
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
  EXPECT_EQ(exit_status(Outcome::missing), ExitStatus::undecided);
}

TEST(GateOutcome, ACaseThatHadNoTimeIsNotMissed) {
  const Results base = run_of(1e-3, 1e-3);
  Results larger = base;
  larger.cases.push_back(base.cases[0]);
  larger.cases[1].cache = "hot";
  for (auto& [kernel, result] : larger.cases[1].kernels)
    result = {Status::skipped, "too large", {}};
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
}  // namespace tilebridge::judge
