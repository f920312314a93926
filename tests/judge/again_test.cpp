// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>
#include <set>

#include "judge/gate.hpp"
#include "results/json.hpp"
#include "tests/judge/sample_runs.hpp"
#include "write/formats.hpp"

namespace tilebridge::judge {
namespace {

using testing::UnorderedElementsAre;

Change change_of(const Interval& performance) {
  Change change;
  change.performance = performance;
  change.tolerance = 0.05;
  change.judgement = against_every({change}).judgement;
  return change;
}

const Change just_slower = change_of({0.90, 0.89, 0.91});
const Change much_slower = change_of({0.80, 0.70, 0.90});
const Change same_speed = change_of({1.00, 0.98, 1.02});
const Change much_faster = change_of({1.20, 1.15, 1.25});
const Change says_nothing = change_of({0.98, 0.70, 1.30});
const Change at_most_parity = change_of({0.95, 0.93, 0.97});      // slower or at parity
const Change at_most_parity_far = change_of({0.80, 0.60, 0.96});  // the same, further from 1
const Change at_least_parity = change_of({1.05, 1.03, 1.07});     // faster or at parity

/// The judgements of the changes in all of their orders.
std::set<Judgement> judgements_of(std::vector<Change> changes) {
  std::vector<std::size_t> order(changes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::set<Judgement> found;
  do {
    std::vector<Change> ordered;
    for (const std::size_t i : order) ordered.push_back(changes[i]);
    found.insert(against_every(ordered).judgement);
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

void expect_judged(const std::vector<Change>& changes, Judgement judgement) {
  EXPECT_THAT(judgements_of(changes), UnorderedElementsAre(judgement));
}

TEST(GateAgain, OneRunIsJudgedByItsInterval) {
  for (const Interval& performance :
       {Interval{0.9, 0.89, 0.91}, Interval{1, 0.98, 1.02}, Interval{1.2, 1.15, 1.25},
        Interval{0.98, 0.7, 1.3}, Interval{0.95, 0.93, 0.97}, Interval{1, 0.95, 1.05}}) {
    const Verdict alone = verdict_of(performance, 0.05);
    const Judgement judgement = change_of(performance).judgement;
    EXPECT_EQ(judgement == Judgement::slower, alone == Verdict::slower);
    EXPECT_EQ(judgement == Judgement::faster, alone == Verdict::faster);
    EXPECT_EQ(judgement == Judgement::parity, alone == Verdict::parity);
  }
}

TEST(GateAgain, SlowerIsSlowerThanEveryRun) {
  expect_judged({just_slower, much_slower, much_slower}, Judgement::slower);
  expect_judged({just_slower, much_slower, much_slower, same_speed}, Judgement::parity);
  expect_judged({much_slower, much_slower, much_slower, much_faster}, Judgement::parity);
  expect_judged({much_slower, much_slower, at_most_parity, much_slower}, Judgement::undecided);
}

TEST(GateAgain, WhatIsHostBoundInOneRunIs) {
  Change host_bound = same_speed;
  host_bound.is_host_bound = true;
  EXPECT_TRUE(against_every({host_bound, just_slower}).is_host_bound);
  EXPECT_TRUE(against_every({just_slower, host_bound}).is_host_bound);
  EXPECT_FALSE(against_every({just_slower, same_speed}).is_host_bound);
}

TEST(GateAgain, FasterIsFasterThanEveryRun) {
  expect_judged({much_faster, much_faster, much_faster}, Judgement::faster);
  expect_judged({much_faster, much_faster, same_speed, much_faster}, Judgement::parity);
  expect_judged({much_faster, at_least_parity, much_faster}, Judgement::undecided);
}

TEST(GateAgain, TwoRunsTogetherCanShowParity) {
  expect_judged({at_most_parity, at_least_parity}, Judgement::parity);
  expect_judged({at_most_parity, at_least_parity, says_nothing}, Judgement::parity);
  expect_judged({same_speed, says_nothing, at_most_parity_far}, Judgement::parity);
  expect_judged({at_most_parity, says_nothing, at_most_parity}, Judgement::undecided);
}

/// However near to 1 the median of the noisy run is, or how far from it.
TEST(GateAgain, ANoisyRunLeavesASlowdownUndecidedAndIsSaidTo) {
  for (const Change& noisy : {says_nothing, at_most_parity_far}) {
    expect_judged({just_slower, just_slower, noisy}, Judgement::undecided);
    const Change all = against_every({just_slower, noisy, just_slower});
    EXPECT_TRUE(all.is_slower_than_one);
    EXPECT_EQ(all.performance.median, noisy.performance.median);  // the one that leaves it open
  }
  EXPECT_FALSE(against_every({says_nothing, at_most_parity}).is_slower_than_one);
  EXPECT_FALSE(against_every({just_slower, same_speed}).is_slower_than_one);
}

TEST(GateAgain, TheFiguresAreThoseOfTheSmallestChangeWithTheJudgement) {
  EXPECT_EQ(against_every({much_slower, just_slower}).performance.median, 0.90);
  EXPECT_EQ(against_every({much_slower, same_speed, much_faster}).performance.median, 1.00);
  EXPECT_EQ(against_every({much_slower, much_faster}).performance.median, 1.20);
}

TEST(GateAgain, ItIsOnlyAsSureAsTheLeastSure) {
  Change sure = much_slower;
  sure.p_slower = 1e-6;
  Change less = just_slower;
  less.p_slower = 1e-3;
  EXPECT_EQ(against_every({sure, less}).p_slower, 1e-3);
  EXPECT_EQ(against_every({less, sure}).p_slower, 1e-3);
}

Judgement judged(double current, std::initializer_list<double> others) {
  const Results results = run_of(1e-3, current);
  std::deque<Results> bases;
  for (const double other : others) bases.push_back(run_of(1e-3, other));
  return compare_results({bases.begin(), bases.end()}, results, {}).changes.at(1).judgement;
}

TEST(GateAgain, RunsOfTheBaseShowWhatVariesByItself) {
  EXPECT_EQ(judged(1.2e-3, {1e-3}), Judgement::slower);
  EXPECT_EQ(judged(1.2e-3, {1e-3, 1.1e-3}), Judgement::slower);
  EXPECT_EQ(judged(1.2e-3, {1e-3, 1.0e-3, 1.19e-3}), Judgement::parity);
  EXPECT_EQ(judged(1.2e-3, {1e-3, 1.4e-3}), Judgement::parity);
  EXPECT_EQ(judged(0.8e-3, {1e-3, 0.9e-3}), Judgement::faster);
}

std::vector<Cells> cells_in(const std::vector<const Results*>& order) {
  std::vector<Cells> cells;
  for (const Results* results : order) cells.emplace_back(*results);
  return cells;
}

/// The report of `current` against every one of `bases`, in every order of them, as JSON without
/// the names of files: one text if the order does not matter.
std::set<std::string> reports_in_every_order(const std::vector<Results>& bases,
                                             const Results& current) {
  std::set<std::string> texts;
  std::vector<const Results*> order;
  for (const Results& base : bases) order.push_back(&base);
  std::sort(order.begin(), order.end());
  do {
    texts.insert(write::gate_json({bases.front(),
                                   current,
                                   {},
                                   "",
                                   {},
                                   compare_results(cells_in(order), current, {}),
                                   catalogue()}));
  } while (std::next_permutation(order.begin(), order.end()));
  return texts;
}

TEST(GateAgain, TheOrderOfTheRunsDoesNotMatter) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> seconds(0.7e-3, 1.3e-3);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Results> bases(4);
    for (Results& base : bases) base = run_of(seconds(random), seconds(random));
    EXPECT_EQ(reports_in_every_order(bases, run_of(1e-3, 1e-3)).size(), 1U) << trial;
  }
}

TEST(GateAgain, BetweenTwoRunsStaysParityWhateverTheThirdIs) {
  const std::vector<Results> bases = {run_of(1e-3, 0.8e-3), run_of(1e-3, 1.3e-3),
                                      run_of(1e-3, 0.85e-3)};
  const auto reports = reports_in_every_order(bases, run_of(1e-3, 1e-3));
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(Json::parse(*reports.begin())["counts"]["slower"], 0);
}

TEST(GateAgain, AResultIsComparedIfAnyRunOfTheBaseHasIt) {
  const Results whole = run_of(1e-3, 1e-3);
  Results without_kokkos = whole;
  erase(without_kokkos.cases[0], Model::kokkos);
  Results wrong_kokkos = whole;
  wrong_kokkos.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  Results without_the_case = whole;
  without_the_case.cases[0].cache = "hot";
  const auto reports = reports_in_every_order(
      {whole, without_kokkos, wrong_kokkos, without_the_case}, run_of(1e-3, 1.2e-3));
  ASSERT_EQ(reports.size(), 1U);
  const Json counts = Json::parse(*reports.begin())["counts"];
  EXPECT_EQ(counts["cases"], 1);
  EXPECT_EQ(counts["compared"], 2);
  EXPECT_EQ(counts["slower"], 1);
  EXPECT_EQ(counts["not_compared"], 0);
  EXPECT_EQ(counts["only_in_base"], 1);
  EXPECT_EQ(counts["only_in_new"], 0);
}

TEST(GateAgain, ATimeThatOneRunOfTheBaseHasIsLostWithIt) {
  const Results whole = run_of(1e-3, 1e-3);
  Results skipped = whole;
  skipped.cases[0].kernels[kokkos_code] = {Status::skipped, "not built", {}};
  Results wrong = whole;
  wrong.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  const auto reports = reports_in_every_order({skipped, whole, wrong}, skipped);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(Json::parse(*reports.begin())["counts"]["lost"], 1);
}

TEST(GateAgain, WhatIsInvalidStaysSo) {
  const Results base = run_of(1e-3, 1e-3);
  Results current = base;
  current.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  EXPECT_EQ(compare_results({base, base}, current, {}).count(Judgement::invalid), 1U);
}

}  // namespace
}  // namespace tilebridge::judge
