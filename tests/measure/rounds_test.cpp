// SPDX-License-Identifier: Apache-2.0
#include "measure/rounds.hpp"

#include <gmock/gmock.h>

#include <random>
#include <stdexcept>

#include "results/statistics.hpp"
#include "results/verdict.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

class RunRounds : public testing::Test {
 protected:
  /// A launch that takes `seconds`, give or take `noise` as a share of it.
  Launch takes(double seconds, double noise = 0) {
    return [this, seconds, noise] {
      std::normal_distribution<double> normal(1, noise);
      device_.launched_seconds = seconds * (noise > 0 ? normal(random_) : 1);
    };
  }

  Rounds run(const std::vector<Launch>& launches) {
    return run_rounds(device_, launches, options_, [this] { return interrupt_; });
  }

  static Interval ratio(const Rounds& rounds) {
    return median_interval(ratios(rounds.seconds[0], rounds.seconds[1]));
  }

  /// As it was after `count` rounds.
  static Rounds first(std::size_t count, Rounds rounds) {
    for (std::vector<double>& seconds : rounds.seconds) seconds.resize(count);
    return rounds;
  }

  FakeDevice device_;
  RoundsOptions options_ = {.budget_seconds = 10, .most_rounds = 500};
  std::mt19937_64 random_{1};
  bool interrupt_ = false;
};

TEST_F(RunRounds, StopsAtTheFewestRoundsWhenThereIsNoNoise) {
  const Rounds rounds = run({takes(1e-3), takes(2e-3)});
  EXPECT_EQ(rounds.stop, StopReason::narrow_enough);
  EXPECT_EQ(rounds.seconds[0].size(), 11U);
  EXPECT_EQ(rounds.seconds[1].size(), 11U);
  EXPECT_EQ(ratio(rounds).median, 0.5);
  EXPECT_NEAR(rounds.clock_hz, 1.98e9, 1);
}

TEST_F(RunRounds, GoesOnUntilTheIntervalIsNarrow) {
  const Rounds rounds = run({takes(1e-3, 0.02), takes(1e-3, 0.02)});
  EXPECT_EQ(rounds.stop, StopReason::narrow_enough);
  EXPECT_LE(ratio(rounds).half_width(), 0.005);
  const auto fewest = static_cast<std::size_t>(options_.fewest_rounds);
  ASSERT_GT(rounds.seconds[0].size(), fewest);
  EXPECT_GT(ratio(first(fewest, rounds)).half_width(), 0.005);
}

TEST_F(RunRounds, FindsADifferenceOfTenPercentUnderNoise) {
  const Rounds rounds = run({takes(0.9e-3, 0.03), takes(1e-3, 0.03)});
  EXPECT_NEAR(ratio(rounds).median, 0.9, 0.02);
  EXPECT_EQ(judge(ratio(rounds), 0.05), Verdict::slower);
}

TEST_F(RunRounds, DriftHitsAllAlike) {
  // Everything becomes three times as slow during the run, as on a device that heats up.
  device_.respond = [this](double seconds, const SampleOptions&) {
    return Sample{seconds * (1 + 2.0 * std::min(device_.samples, 200) / 200), std::nullopt, false};
  };
  options_.half_width = 1e-9;
  options_.most_rounds = 100;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(judge(ratio(rounds), 0.01), Verdict::parity);
  EXPECT_GT(median_interval(rounds.seconds[0]).half_width(), 0.05);
}

TEST_F(RunRounds, TheOrderWithinRoundsIsRandom) {
  std::vector<int> first;
  const auto note = [&](int which) {
    return [&, which] {
      device_.launched_seconds = 1e-3;
      first.push_back(which);
    };
  };
  options_.fewest_rounds = 100;
  options_.cache = Cache::cold;
  run({note(0), note(1)});
  first.erase(first.begin(), first.begin() + 4);  // warming up
  int zero_first = 0;
  for (std::size_t i = 0; i < first.size(); i += 2) {
    EXPECT_NE(first[i], first[i + 1]);  // one sample of each a round
    zero_first += first[i] == 0 ? 1 : 0;
  }
  EXPECT_GT(zero_first, 25);
  EXPECT_LT(zero_first, 75);
}

TEST_F(RunRounds, ARoundWithASlowClockIsDiscardedAndCounted) {
  device_.respond = [this](double seconds, const SampleOptions&) {
    const bool slow = device_.samples % 20 == 0;
    return Sample{slow ? 2 * seconds : seconds, slow ? 0.99e9 : 1.98e9, false};
  };
  options_.fewest_rounds = 100;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(rounds.discarded_for_clock, 11);  // 4 samples to warm up and 2 a round: 226
  EXPECT_EQ(rounds.seconds[0].size(), 100U);
  EXPECT_THAT(rounds.seconds[0], testing::Each(1e-3));
}

TEST_F(RunRounds, ARoundThatBeganEarlyIsDiscardedAndCounted) {
  device_.respond = [this](double seconds, const SampleOptions&) {
    const bool early = device_.samples % 10 == 0;
    return Sample{early ? 5 * seconds : seconds, 1.98e9, early};
  };
  options_.fewest_rounds = 50;
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_EQ(rounds.seconds[1].size(), 50U);
  EXPECT_EQ(rounds.discarded_as_early, 12);  // 4 samples to warm up and 2 a round: 128
  EXPECT_FALSE(rounds.waits_for_host);
  EXPECT_THAT(rounds.seconds[1], testing::Each(1e-3));
}

TEST_F(RunRounds, ALaunchThatAlwaysWaitsIsTimedAndMarked) {
  device_.respond = [](double seconds, const SampleOptions&) {
    return Sample{seconds, 1.98e9, true};
  };
  const Rounds rounds = run({takes(1e-3), takes(1e-3)});
  EXPECT_TRUE(rounds.waits_for_host);
  EXPECT_EQ(rounds.seconds[0].size(), 11U);
}

TEST_F(RunRounds, HotCachesRepeatShortLaunchesAndColdOnesNever) {
  int repeats = 0;
  device_.respond = [&](double seconds, const SampleOptions& sample) {
    repeats = sample.repeats;
    EXPECT_EQ(sample.flush_cache, options_.cache == Cache::cold && device_.samples > 2);
    return Sample{seconds, std::nullopt, false};
  };
  options_.cache = Cache::hot;
  EXPECT_EQ(run({takes(10e-6)}).repeats, 20);
  EXPECT_EQ(repeats, 20);
  options_.cache = Cache::cold;
  device_.samples = 0;
  EXPECT_EQ(run({takes(10e-6)}).repeats, 1);
}

TEST_F(RunRounds, StopsWhenTheBudgetIsSpent) {
  options_.budget_seconds = 0;
  options_.half_width = 1e-9;
  const Rounds rounds = run({takes(1e-3, 0.1), takes(1e-3, 0.1)});
  EXPECT_EQ(rounds.stop, StopReason::time_budget);
  EXPECT_EQ(rounds.seconds[0].size(), 11U);
}

TEST_F(RunRounds, StopsAtTheMostRounds) {
  options_.half_width = 1e-9;
  options_.most_rounds = 60;
  const Rounds rounds = run({takes(1e-3, 0.1), takes(1e-3, 0.1)});
  EXPECT_EQ(rounds.stop, StopReason::most_rounds);
  EXPECT_EQ(rounds.seconds[0].size(), 60U);
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
