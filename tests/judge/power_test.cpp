// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "judge/outcome.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

Change change_of(double half_width, double tolerance) {
  Change change;
  change.judgement = Judgement::parity;
  change.performance = {1, 1 - half_width, 1 + half_width};
  change.tolerance = tolerance;
  return change;
}

TEST(GatePower, IsTheToleranceAndTheUpperHalfOfTheInterval) {
  EXPECT_NEAR(least_loss_seen(change_of(0, 0.05)), 0.05, 1e-12);
  EXPECT_NEAR(least_loss_seen(change_of(0.01, 0.05)), 1 - 0.95 / 1.01, 1e-12);
}

/// A slowdown that the gate claims to see is called slower.
TEST(GatePower, ALossJustLargerIsCalledSlowerAndOneJustSmallerIsNot) {
  const Results base = run_of(1e-3, 1e-3);
  const auto found = [&](double loss) {
    const Results current = run_of(1e-3, 1e-3 / (1 - loss));
    return compare_results(base, current, {}).count(Judgement::slower) > 0;
  };
  const Results same = run_of(1e-3, 1e-3);
  const GateReport report = compare_results(base, same, {});
  const double least = least_loss_seen(report.changes.back());
  EXPECT_TRUE(found(least + 1e-4));
  EXPECT_FALSE(found(least - 1e-4));
}

TEST(GatePower, IsThatOfHalfAndOfNineTenthsOfTheResults) {
  GateReport report;
  for (int i = 1; i <= 10; ++i) report.changes.push_back(change_of(0, 0.01 * i));
  Change invalid;
  invalid.judgement = Judgement::invalid;
  report.changes.push_back(invalid);
  const auto power = power_of(report);
  ASSERT_TRUE(power);
  EXPECT_NEAR(power->half, 0.05, 1e-12);
  EXPECT_NEAR(power->nine_tenths, 0.09, 1e-12);
  EXPECT_FALSE(power_of(GateReport{}));
}

TEST(GatePower, IsThatOfTheResultsThatGate) {
  GateReport report;
  report.changes = {change_of(0, 0.01), change_of(0, 0.3)};
  report.changes[1].is_host_bound = true;
  EXPECT_NEAR(power_of(report)->nine_tenths, 0.01, 1e-12);
  report.options.host_bound = true;
  EXPECT_NEAR(power_of(report)->nine_tenths, 0.3, 1e-12);
}

TEST(GatePower, IsTooLittleIfHalfOfTheResultsHideTwiceTheTolerance) {
  GateReport report;
  EXPECT_FALSE(is_blind(report));
  report.changes = {change_of(0.01, 0.05), change_of(0.4, 0.05)};
  EXPECT_FALSE(is_blind(report));
  report.changes.push_back(change_of(0.4, 0.05));
  EXPECT_TRUE(is_blind(report));
  report.options.max_slowdown = 0.2;
  EXPECT_FALSE(is_blind(report));
}

}  // namespace
}  // namespace tilebridge::judge
