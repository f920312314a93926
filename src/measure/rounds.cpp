// SPDX-License-Identifier: Apache-2.0
#include "measure/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>

#include "results/statistics.hpp"
#include "results/verdict.hpp"

namespace tilebridge::measure {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// A sample is discarded if its clock is below this fraction of the run's median clock.
constexpr double slowest_clock = 0.95;
/// The resolution of events and timers (half a microsecond) is 0.25% of this.
constexpr double shortest_sample_seconds = 200e-6;
constexpr int most_repeats = 64;
/// After this many samples in a row that started too early, although the platform doubles the time
/// it holds the queue each time, the launch itself must be waiting for the device.
constexpr int tries_to_queue = 10;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// Launches per sample so that the sample of the fastest contender lasts long enough. A flushed
/// cache is good for one launch only.
int repeats_for(PlatformDevice& device, const std::vector<Launch>& launches, Cache cache) {
  int repeats = 1;
  for (const Launch& launch : launches) {
    device.sample(launch, {1, false});  // warms up: module load, workspace, first touch
    const double seconds = device.sample(launch, {1, false}).seconds;
    if (cache == Cache::hot)
      repeats = std::max(
          repeats,
          static_cast<int>(std::min<double>(
              most_repeats, std::ceil(shortest_sample_seconds / std::max(seconds, 1e-9)))));
  }
  return repeats;
}

/// The samples of one round, or why it was discarded.
struct Round {
  std::vector<double> seconds;
  std::optional<double> clock_hz;  // the lowest
  bool started_early = false;
};

class Session {
 public:
  Session(PlatformDevice& device, const std::vector<Launch>& launches, const RoundsOptions& options)
      : device_(device),
        launches_(launches),
        options_(options),
        order_(launches.size()),
        random_(options.seed) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    rounds_.repeats = repeats_for(device, launches, options.cache);
    rounds_.seconds.resize(launches.size());
  }

  void add_round() {
    const Round round = sample_round();
    if (round.started_early && !rounds_.waits_for_host) {
      ++rounds_.discarded_as_early;
      rounds_.waits_for_host = kept() == 0 && rounds_.discarded_as_early >= tries_to_queue;
      return;
    }
    if (round.clock_hz && is_slow(*round.clock_hz)) {
      ++rounds_.discarded_for_clock;
      return;
    }
    if (round.clock_hz) clocks_.push_back(*round.clock_hz);
    for (std::size_t i = 0; i < round.seconds.size(); ++i)
      rounds_.seconds[i].push_back(round.seconds[i]);
  }

  int kept() const { return static_cast<int>(rounds_.seconds.front().size()); }
  int tried() const { return kept() + rounds_.discarded_as_early + rounds_.discarded_for_clock; }

  /// Whether every ratio, or the single time, is known precisely enough.
  bool narrow_enough() const {
    if (launches_.size() == 1)
      return median_interval(rounds_.seconds.front()).half_width() <= options_.half_width;
    for (std::size_t i = 1; i < launches_.size(); ++i) {
      const Interval ratio = median_interval(ratios(rounds_.seconds.front(), rounds_.seconds[i]));
      if (ratio.half_width() > options_.half_width ||
          judge(ratio, options_.parity_band) == Verdict::inconclusive)
        return false;
    }
    return true;
  }

  Rounds finish(StopReason reason) {
    rounds_.stop = reason;
    if (!clocks_.empty()) rounds_.clock_hz = median(clocks_);
    return std::move(rounds_);
  }

 private:
  Round sample_round() {
    Round round;
    round.seconds.resize(launches_.size());
    std::shuffle(order_.begin(), order_.end(), random_);
    for (const std::size_t i : order_) {
      const Sample sample =
          device_.sample(launches_[i], {rounds_.repeats, options_.cache == Cache::cold});
      round.seconds[i] = sample.seconds;
      round.started_early |= sample.started_early;
      if (sample.clock_hz)
        round.clock_hz = std::min(*sample.clock_hz, round.clock_hz.value_or(*sample.clock_hz));
    }
    return round;
  }

  bool is_slow(double clock_hz) const {
    constexpr std::size_t enough_to_know = 5;
    return clocks_.size() >= enough_to_know && clock_hz < slowest_clock * median(clocks_);
  }

  PlatformDevice& device_;
  const std::vector<Launch>& launches_;
  const RoundsOptions& options_;
  std::vector<std::size_t> order_;
  std::mt19937_64 random_;
  std::vector<double> clocks_;
  Rounds rounds_;
};

}  // namespace

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::narrow_enough:
      return "narrow_enough";
    case StopReason::time_budget:
      return "time_budget";
    case StopReason::most_rounds:
      return "most_rounds";
    case StopReason::interrupted:
      return "interrupted";
  }
  return {};
}

Rounds run_rounds(PlatformDevice& device, const std::vector<Launch>& launches,
                  const RoundsOptions& options, const std::function<bool()>& interrupted) {
  Session session(device, launches, options);
  const auto start = SteadyClock::now();
  int next_look = options.fewest_rounds;
  while (true) {
    if (interrupted()) return session.finish(StopReason::interrupted);
    if (session.tried() >= options.most_rounds) return session.finish(StopReason::most_rounds);
    session.add_round();
    if (session.kept() < options.fewest_rounds) continue;
    if (session.kept() >= next_look) {
      if (session.narrow_enough()) return session.finish(StopReason::narrow_enough);
      next_look = session.kept() + session.kept() / 4 + 1;  // this check costs as much as sampling
    }
    if (seconds_since(start) > options.budget_seconds)
      return session.finish(StopReason::time_budget);
  }
}

}  // namespace tilebridge::measure
