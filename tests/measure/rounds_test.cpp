// SPDX-License-Identifier: Apache-2.0
#include "measure/rounds.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <stdexcept>

#include "results/statistics.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

class RunRounds : public testing::Test {
 protected:
  /// A launch that takes `seconds`, give or take `noise` as a share of it.
  kernels::Launch takes(double seconds, double noise = 0) {
    return [this, seconds, noise] {
      std::normal_distribution<double> normal(1, noise);
      device_.launched_seconds = seconds * (noise > 0 ? normal(random_) : 1);
    };
  }

  Rounds run(const std::vector<kernels::Launch>& launches) {
    return run_rounds(
        device_, [&](int) { return launches; }, options_, [this] { return interrupt_; });
  }

  static Interval ratio(const Rounds& rounds) {
    const std::vector<double> quotients = ratios(rounds.seconds[0], rounds.seconds[1]);
    return interval_over_blocks({quotients, rounds.blocks});
  }

  FakeDevice device_;
  RoundsOptions options_ = {.budget_seconds = 50};
  std::mt19937_64 random_{1};
  bool interrupt_ = false;
};

TEST_F(RunRounds, StopsAtTheFewestRoundsWhenThereIsNoNoise) {
  const Rounds rounds = run({takes(1e-3), takes(2e-3)});
  EXPECT_EQ(rounds.stop, StopReason::narrow_enough);
  EXPECT_THAT(rounds.blocks, testing::ElementsAre(3, 3, 3, 3, 3));
  EXPECT_EQ(rounds.seconds[0].size(), 15U);
  EXPECT_EQ(rounds.seconds[1].size(), 15U);
  EXPECT_DOUBLE_EQ(ratio(rounds).median, 0.5);
  EXPECT_NEAR(rounds.clock_hz, 1.98e9, 1);
}

TEST_F(RunRounds, EveryBlockGoesOnUntilItKnowsEnough) {
  const Rounds rounds = run({takes(1e-3, 0.02), takes(1e-3, 0.02)});
  EXPECT_EQ(rounds.stop, StopReason::narrow_enough);
  EXPECT_EQ(rounds.blocks.size(), 5U);
  std::vector<double> quotients = ratios(rounds.seconds[0], rounds.seconds[1]);
  std::size_t first = 0;
  for (const int size : rounds.blocks) {
    const auto count = static_cast<std::size_t>(size);
    EXPECT_GT(count, 3U);
    EXPECT_LE(median_interval(std::span(quotients).subspan(first, count)).half_width(), 0.008);
    first += count;
  }
  EXPECT_EQ(first, quotients.size());
}

/// The true ratio is 1, in every placement a little off.
TEST_F(RunRounds, TheIntervalOverTheBlocksCoversWhatVariesBetweenThem) {
  constexpr int trials = 1000;
  std::normal_distribution<double> between(1, 0.005);
  int over_blocks = 0;
  int within = 0;
  for (int trial = 0; trial < trials; ++trial) {
    options_.seed = static_cast<std::uint64_t>(trial);
    const Rounds rounds = run_rounds(
        device_,
        [&](int) {
          return std::vector{takes(1e-3, 0.01), takes(1e-3 * between(random_), 0.01)};
        },
        options_, [] { return false; });
    const std::vector<double> quotients = ratios(rounds.seconds[0], rounds.seconds[1]);
    const auto covers = [](const Interval& interval) {
      return interval.low <= 1 && interval.high >= 1 ? 1 : 0;
    };
    over_blocks += covers(interval_over_blocks({quotients, rounds.blocks}));
    within += covers(median_interval(quotients));
  }
  EXPECT_GT(over_blocks, trials * 93 / 100);
  EXPECT_LT(over_blocks, trials * 97 / 100);
  EXPECT_LT(within, trials * 85 / 100);
}

TEST_F(RunRounds, EveryBlockHasAPlacementOfItsOwn) {
  std::vector<int> placed;
  run_rounds(
      device_,
      [&](int block) {
        placed.push_back(block);
        return std::vector{takes(1e-3), takes(2e-3)};
      },
      options_, [] { return false; });
  EXPECT_THAT(placed, testing::ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(RunRounds, TheNumberOfCommandsAheadOfASampleIsRandom) {
  std::vector<int> leads;
  device_.respond = [&](double seconds, const kernels::SampleOptions& sample) {
    leads.push_back(sample.lead);
    return kernels::Sample{seconds, 0, std::nullopt, false};
  };
  options_.fewest_rounds = 100;
  run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(*std::min_element(leads.begin(), leads.end()), 0);
  EXPECT_EQ(*std::max_element(leads.begin(), leads.end()), 15);
  EXPECT_GT(std::set(leads.begin() + 20, leads.begin() + 120).size(), 14U);
}

TEST_F(RunRounds, FindsADifferenceOfTenPercentUnderNoise) {
  const Rounds rounds = run({takes(0.9e-3, 0.03), takes(1e-3, 0.03)});
  EXPECT_NEAR(ratio(rounds).median, 0.9, 0.02);
  EXPECT_EQ(verdict_of(ratio(rounds), 0.05), Verdict::slower);
}

TEST_F(RunRounds, DriftHitsAllAlike) {
  // Everything becomes three times as slow during the run, as on a device that heats up.
  device_.respond = [this](double seconds, const kernels::SampleOptions&) {
    return kernels::Sample{seconds * (1 + 2.0 * std::min(device_.samples, 200) / 200), 0,
                           std::nullopt, false};
  };
  options_.half_width = 1e-9;
  options_.most_rounds = 20;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(verdict_of(ratio(rounds), 0.02), Verdict::parity);
  EXPECT_GT(median_interval(rounds.seconds[0]).half_width(), 0.05);
}

/// In two rounds each of two is first once, in random order.
TEST_F(RunRounds, TheOrderWithinRoundsIsRandomAndBalanced) {
  std::vector<int> order;
  const auto note = [&](int which) {
    return [&, which] {
      device_.launched_seconds = 1e-3;
      order.push_back(which);
    };
  };
  options_.fewest_rounds = 100;
  options_.blocks = 1;
  run({note(0), note(1)});
  order.erase(order.begin(), order.begin() + 4);  // warming up
  int zero_first = 0;
  for (std::size_t i = 0; i < order.size(); i += 4) {
    EXPECT_NE(order[i], order[i + 1]);  // one sample of each per round
    EXPECT_NE(order[i], order[i + 2]);
    zero_first += order[i] == 0 ? 1 : 0;
  }
  EXPECT_GT(zero_first, 12);
  EXPECT_LT(zero_first, 38);
}

TEST_F(RunRounds, ARoundWithASlowClockIsDiscardedAndCounted) {
  device_.respond = [this](double seconds, const kernels::SampleOptions&) {
    const bool slow = device_.samples % 20 == 0;
    return kernels::Sample{slow ? 2 * seconds : seconds, 0, slow ? 0.99e9 : 1.98e9, false};
  };
  options_.fewest_rounds = 100;
  options_.blocks = 1;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(rounds.discarded_for_clock, 11);  // 4 samples to warm up and 2 a round: 226
  EXPECT_EQ(rounds.seconds[0].size(), 100U);
  EXPECT_THAT(rounds.seconds[0], testing::Each(1e-3));
}

TEST_F(RunRounds, EverySampleHasItsClock) {
  device_.respond = [this](double seconds, const kernels::SampleOptions&) {
    return kernels::Sample{seconds, 0, 1.9e9 + 1e6 * (device_.samples % 7), false};
  };
  options_.blocks = 1;
  const Rounds rounds = run({takes(1e-3), takes(2e-3)});
  ASSERT_EQ(rounds.clocks_hz.size(), 2U);
  EXPECT_EQ(rounds.clocks_hz[1].size(), rounds.seconds[1].size());
  EXPECT_NE(rounds.clocks_hz[0], rounds.clocks_hz[1]);
}

TEST_F(RunRounds, ARoundThatBeganEarlyIsDiscardedAndCounted) {
  device_.respond = [this](double seconds, const kernels::SampleOptions&) {
    const bool early = device_.samples % 10 == 0;
    return kernels::Sample{early ? 5 * seconds : seconds, 0, 1.98e9, early};
  };
  options_.fewest_rounds = 50;
  options_.blocks = 1;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(rounds.seconds[1].size(), 50U);
  EXPECT_EQ(rounds.discarded_as_early, 12);  // 4 samples to warm up and 2 a round: 128
  EXPECT_THAT(rounds.waits_for_host, testing::ElementsAre(false, false));
  EXPECT_FALSE(rounds.has_back_to_back());
  EXPECT_THAT(rounds.seconds[1], testing::Each(1e-3));
}

/// The other one is timed as it always is, and both once more in the same mode.
TEST_F(RunRounds, ALaunchThatAlwaysWaitsIsTimedBackToBackAndTheOthersInBothWays) {
  device_.respond = [](double seconds, const kernels::SampleOptions& sample) {
    const bool waits = seconds > 1.5e-3;
    return sample.hold ? kernels::Sample{seconds, 0, 1.98e9, waits}
                       : kernels::Sample{seconds, 1.5 * seconds, std::nullopt, false};
  };
  const Rounds rounds = run({takes(1e-3), takes(2e-3)});
  EXPECT_THAT(rounds.waits_for_host, testing::ElementsAre(false, true));
  EXPECT_EQ(rounds.discarded_as_early, 10);
  EXPECT_EQ(rounds.seconds[0].size(), 15U);
  EXPECT_THAT(rounds.seconds[0], testing::Each(1e-3));
  EXPECT_THAT(rounds.back_to_back[0], testing::Each(1.5e-3));
  EXPECT_THAT(rounds.seconds[1], testing::Each(3e-3));
  EXPECT_THAT(rounds.clocks_hz[0], testing::Each(1.98e9));
  const auto [one, other] = rounds.in_one_mode(0, 1);
  EXPECT_THAT(ratios(one, other), testing::Each(0.5));
}

TEST_F(RunRounds, TimesBackToBackAreTakenWhereTheyAreAskedFor) {
  device_.respond = [](double seconds, const kernels::SampleOptions& sample) {
    return kernels::Sample{seconds, sample.hold ? 0 : 2 * seconds, std::nullopt, false};
  };
  options_.back_to_back = true;
  const Rounds rounds = run({takes(1e-3), takes(2e-3)});
  EXPECT_THAT(rounds.seconds[1], testing::Each(2e-3));
  EXPECT_THAT(rounds.back_to_back[1], testing::Each(4e-3));
  const auto [one, other] = rounds.in_one_mode(0, 1);
  EXPECT_THAT(ratios(one, other), testing::Each(0.5));
}

/// A second launch would find what the first has written.
TEST_F(RunRounds, AKernelThatIsNotTrustedIsLaunchedOncePerSample) {
  options_.cache = Cache::hot;
  options_.trusted = false;
  EXPECT_EQ(run({takes(10e-6)}).repeats, 1);
}

TEST_F(RunRounds, HotCachesRepeatShortLaunchesAndColdOnesNever) {
  int repeats = 0;
  device_.respond = [&](double seconds, const kernels::SampleOptions& sample) {
    repeats = sample.repeats;
    EXPECT_TRUE(sample.flush_times == 0 || options_.cache == Cache::cold);
    EXPECT_TRUE(sample.flush_times == 2 || options_.cache == Cache::hot || device_.samples <= 2);
    return kernels::Sample{seconds, 0, std::nullopt, false};
  };
  options_.blocks = 1;
  options_.cache = Cache::hot;
  EXPECT_EQ(run({takes(10e-6)}).repeats, 20);
  EXPECT_EQ(repeats, 20);
  options_.cache = Cache::cold;
  device_.samples = 0;
  EXPECT_EQ(run({takes(10e-6)}).repeats, 1);
}

TEST_F(RunRounds, EveryBlockIsWarmedUpUnlessALaunchIsLong) {
  run({takes(1e-3)});
  EXPECT_EQ(device_.samples, 2 + 4 + 15);  // the first block's, the others', their rounds
  device_.samples = 0;
  run({takes(10e-3)});
  EXPECT_EQ(device_.samples, 2 + 15);
}

TEST_F(RunRounds, StopsWhenTheBudgetIsSpent) {
  options_.budget_seconds = 0;
  options_.half_width = 1e-9;
  const Rounds rounds = run({takes(1e-3, 0.1), takes(1e-3, 0.1)});
  EXPECT_EQ(rounds.stop, StopReason::time_budget);
  EXPECT_EQ(rounds.seconds[0].size(), 15U);
}

TEST_F(RunRounds, StopsAtTheMostRounds) {
  options_.half_width = 1e-9;
  options_.most_rounds = 60;
  const Rounds rounds = run({takes(1e-3, 0.1), takes(1e-3, 0.1)});
  EXPECT_EQ(rounds.stop, StopReason::most_rounds);
  EXPECT_EQ(rounds.seconds[0].size(), 300U);
}

TEST_F(RunRounds, StopsWhenInterrupted) {
  interrupt_ = true;
  const Rounds rounds = run({takes(1e-3)});
  EXPECT_EQ(rounds.stop, StopReason::interrupted);
  EXPECT_TRUE(rounds.seconds[0].empty());
}

TEST_F(RunRounds, AnErrorInALaunchIsPassedOn) {
  EXPECT_THROW(run({[] { throw std::runtime_error("CUDA failed"); }}), std::runtime_error);
}

}  // namespace
}  // namespace tilebridge::measure
