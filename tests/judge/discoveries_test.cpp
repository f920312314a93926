// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "judge/gate.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

/// The example of the paper (Benjamini and Hochberg, 1995, section 3.2): the first four of fifteen.
TEST(Discoveries, AreThoseOfThePaper) {
  EXPECT_EQ(discovery_threshold({0.0459, 0.0001, 0.0278, 0.0004, 0.0298, 0.0019, 0.0344, 0.0095,
                                 0.0201, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}),
            0.0095);
}

TEST(Discoveries, AFindingOfTwentyMustBeRarerThanOneAlone) {
  std::vector<double> p_values(19, 0.9);
  EXPECT_EQ(discovery_threshold({0.04}), 0.04);
  p_values.push_back(0.04);
  EXPECT_LT(discovery_threshold(p_values), 0);
  p_values.back() = 0.002;
  EXPECT_EQ(discovery_threshold(p_values), 0.002);
  EXPECT_LT(discovery_threshold({}), 0);
}

struct Trial {
  GateReport report;
  std::size_t planted = 0;
  std::size_t found = 0;
  std::size_t false_alarms = 0;
};

/// 600 results at the tolerance, than which nothing is harder to tell from a slowdown, the first
/// `planted` of them 10% slower than that; a sample's noise is 2%.
class NullData {
 public:
  Trial trial(int planted, unsigned seed) const {
    std::mt19937_64 random(seed);
    const Results base = run(0, 1, random);
    const Results current = run(planted, 1 / 0.95, random);
    Trial trial = {compare_results(base, current, {})};
    for (const Change& change : trial.report.changes) count(change, planted, trial);
    return trial;
  }

 private:
  static Results run(int planted, double factor, std::mt19937_64& random) {
    std::normal_distribution<double> noise(1, 0.02);
    Results results = run_of(1e-3, 1e-3);
    const CaseResult sample = results.cases[0];
    results.cases.clear();
    for (int i = 0; i < 300; ++i) {
      CaseResult c = sample;
      c.parameters.set("rows", i);
      for (auto& [kernel, result] : c.kernels)
        for (double& seconds : result.timing->samples)
          seconds = 1e-3 * factor * (2 * i < planted ? 1.1 : 1) * noise(random);
      results.cases.push_back(std::move(c));
    }
    return results;
  }

  static void count(const Change& change, int planted, Trial& trial) {
    const bool is_planted = 2 * change.now.of->parameters["rows"] < planted;
    const bool is_called = change.judgement == Judgement::slower;
    trial.planted += is_planted ? 1 : 0;
    trial.found += is_planted && is_called ? 1 : 0;
    trial.false_alarms += !is_planted && is_called ? 1 : 0;
  }
};

TEST(Discoveries, AmongHundredsOfResultsWithoutASlowdownNoneIsCalledSo) {
  int alarms = 0;
  std::size_t beyond = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Trial trial = NullData().trial(0, seed);
    alarms += trial.false_alarms > 0 ? 1 : 0;
    beyond += trial.report.count(&Change::is_unconfirmed);
  }
  EXPECT_LE(alarms, 2);    // one of twenty comparisons, on average
  EXPECT_GT(beyond, 60U);  // the intervals alone would have called several of each slower
}

TEST(Discoveries, PlantedSlowdownsAreFoundAndFewOthers) {
  std::size_t planted = 0;
  std::size_t found = 0;
  std::size_t false_alarms = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Trial trial = NullData().trial(60, seed);
    planted += trial.planted;
    found += trial.found;
    false_alarms += trial.false_alarms;
  }
  EXPECT_EQ(planted, 20 * 60U);
  EXPECT_GT(found, planted * 9 / 10);
  EXPECT_LE(static_cast<double>(false_alarms),
            false_share * static_cast<double>(found + false_alarms));
}

TEST(Discoveries, FasterResultsAreHeldToTheSame) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.02);
  Results base;
  Results current;
  for (int i = 0; i < 300; ++i) {
    for (Results* run : {&base, &current}) {
      run->cases.push_back(run_of(1e-3, 1e-3).cases[0]);
      run->cases.back().parameters.set("rows", i);
      for (auto& [kernel, result] : run->cases.back().kernels)
        for (double& seconds : result.timing->samples)
          seconds *= noise(random) / (run == &current ? 1.05 : 1);
    }
  }
  const GateReport report = compare_results(base, current, {});
  EXPECT_EQ(report.count(Judgement::faster), 0U);
  EXPECT_GT(report.count(&Change::is_unconfirmed), 0U);
}

}  // namespace
}  // namespace tilebridge::judge
