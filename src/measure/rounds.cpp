// SPDX-License-Identifier: Apache-2.0
#include "measure/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "base/clock.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {
namespace {

/// A sample is discarded if its clock is below this fraction of the run's median clock.
constexpr double slowest_clock = 0.95;
/// Events have a resolution of 32 ns on NVIDIA GPUs, and launches of a microsecond: half a percent
/// of this.
constexpr double shortest_sample_seconds = 200e-6;
constexpr int most_repeats = 64;
constexpr double long_launch_seconds = 5e-3;
/// After this many samples that started too early, although the platform doubles the time it holds
/// the queue each time, the launch itself must be waiting for the device.
constexpr int tries_to_queue = 10;
/// The period of what depends on the number of commands before a sample divides this.
constexpr int most_lead = 16;
/// A block may know its own ratio this much less well than all of them together: with a standard
/// error of s each, a block's interval is ± 1.96 s, and Student's over five of them ± 1.24 s.
constexpr double block_share = 1.6;

/// Launches in a row of a sample back to back, unless they are long.
constexpr int most_in_a_row = 16;
constexpr double row_seconds = 2e-3;

/// The samples of one round.
struct Round {
  std::vector<kernels::Sample> samples;
  std::vector<double> back_to_back;  // seconds; empty if there are none
  std::optional<double> clock_hz;    // the lowest
};

/// The least clock of every round, if any could be read.
std::vector<double> slower_clocks(const Rounds& rounds) {
  std::vector<double> slower;
  const std::size_t kept = rounds.clocks_hz.empty() ? 0 : rounds.clocks_hz.front().size();
  for (std::size_t round = 0; round < kept; ++round) {
    double clock = 0;
    for (const std::vector<double>& clocks : rounds.clocks_hz)
      if (clocks[round] > 0 && (clock == 0 || clocks[round] < clock)) clock = clocks[round];
    if (clock > 0) slower.push_back(clock);
  }
  return slower;
}

/// std::shuffle's order would depend on the standard library.
void shuffle(std::vector<std::size_t>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random() % i]);
}

/// In as many rounds as there are contenders, each is in each place once: rounds are the rows of a
/// Latin square, in random order.
class Order {
 public:
  explicit Order(std::size_t contenders) : base_(contenders), shifts_(contenders) {
    std::iota(base_.begin(), base_.end(), std::size_t{0});
    std::iota(shifts_.begin(), shifts_.end(), std::size_t{0});
  }

  std::vector<std::size_t> next(std::mt19937_64& random) {
    if (used_ % base_.size() == 0) {
      shuffle(base_, random);
      shuffle(shifts_, random);
    }
    const std::size_t shift = shifts_[used_++ % base_.size()];
    std::vector<std::size_t> order = base_;
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shift), order.end());
    return order;
  }

 private:
  std::vector<std::size_t> base_;
  std::vector<std::size_t> shifts_;
  std::size_t used_ = 0;
};

class Sampling {
 public:
  Sampling(kernels::PlatformDevice& device, const RoundsOptions& options, Rounds so_far)
      : device_(device),
        options_(options),
        random_(options.seed + so_far.blocks.size()),
        clocks_(slower_clocks(so_far)),
        rounds_(std::move(so_far)) {}

  /// Warms up what is new: modules, workspaces, first touch. Of later blocks, only short launches:
  /// to a long one a first touch is little, and the median of a block forgets one sample.
  /// The block's launches may be discarded from here on.
  void end_block() { launches_.clear(); }
  void begin_block(std::vector<kernels::Launch> launches) {
    launches_ = std::move(launches);
    if (!order_) order_.emplace(launches_.size());
    if (rounds_.longest_seconds < long_launch_seconds)
      for (std::size_t i = 0; i < launches_.size(); ++i) sample(i, {});
    if (rounds_.blocks.empty()) prepare();
    rounds_.blocks.push_back(0);
  }

  void add_round() {
    if (options_.about_to_begin_round) options_.about_to_begin_round();
    const Round round = sample_round();
    if (note_early(round)) {
      ++rounds_.discarded_as_early;
      return;
    }
    if (round.clock_hz && is_slow(*round.clock_hz)) {
      ++rounds_.discarded_for_clock;
      return;
    }
    keep(round);
  }

  int kept_in_block() const { return rounds_.blocks.back(); }
  int tried() const { return kept() + rounds_.discarded_as_early + rounds_.discarded_for_clock; }

  /// Whether this block knows every ratio, or the single time, precisely enough.
  bool knows_enough() const {
    const double target = block_share * options_.half_width;
    if (launches_.size() == 1)
      return median_interval(of_block(rounds_.seconds.front())).half_width() <= target;
    for (std::size_t i = 1; i < launches_.size(); ++i) {
      const auto [first, other] = rounds_.in_one_mode(0, i);
      if (median_interval(ratios(of_block(first), of_block(other))).half_width() > target)
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
  int kept() const { return std::accumulate(rounds_.blocks.begin(), rounds_.blocks.end(), 0); }

  /// Whether a sample began before the host had queued all of it. A contender whose first samples
  /// all do waits for the device itself.
  bool note_early(const Round& round) {
    bool is_early = false;
    for (std::size_t i = 0; i < round.samples.size(); ++i) {
      if (!round.samples[i].started_early) continue;
      is_early = true;
      if (++early_samples_[i] >= tries_to_queue && kept() == 0) rounds_.waits_for_host[i] = true;
    }
    return is_early;
  }

  bool is_back_to_back() const {
    return options_.back_to_back || std::ranges::count(rounds_.waits_for_host, true) > 0;
  }

  kernels::Sample sample(std::size_t i, const kernels::SampleOptions& how) {
    if (options_.about_to_sample) options_.about_to_sample(i);
    const kernels::Sample sample = device_.sample(launches_[i], how);
    if (options_.sampled) options_.sampled(i);
    return sample;
  }

  /// Finds how many launches a sample needs.
  void prepare() {
    rounds_.seconds.resize(launches_.size());
    rounds_.back_to_back.resize(launches_.size());
    rounds_.clocks_hz.resize(launches_.size());
    rounds_.waits_for_host.resize(launches_.size());
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      const double seconds = sample(i, {}).seconds;
      rounds_.longest_seconds = std::max(rounds_.longest_seconds, seconds);
      if (options_.cache == Cache::hot && options_.trusted)
        rounds_.repeats = std::max(rounds_.repeats, repeats_for(seconds));
    }
  }

  /// Launches per sample, so that it lasts long enough. A flushed cache is good for one only.
  static int repeats_for(double seconds) {
    const double wanted = std::ceil(shortest_sample_seconds / std::max(seconds, 1e-9));
    return static_cast<int>(std::min<double>(most_repeats, wanted));
  }

  std::vector<double> of_block(const std::vector<double>& all) const {
    return {all.end() - kept_in_block(), all.end()};
  }

  Round sample_round() {
    Round round;
    round.samples.resize(launches_.size());
    if (is_back_to_back()) round.back_to_back.resize(launches_.size());
    for (const std::size_t i : order_->next(random_)) {
      if (is_back_to_back()) round.back_to_back[i] = sample_in_a_row(i);
      const kernels::Sample sample =
          rounds_.waits_for_host[i] ? kernels::Sample{round.back_to_back[i], 0, std::nullopt, false}
                                    : this->sample(i, sample_options());
      round.samples[i] = sample;
      if (sample.clock_hz)
        round.clock_hz = std::min(*sample.clock_hz, round.clock_hz.value_or(*sample.clock_hz));
    }
    return round;
  }

  /// Seconds per launch by the host's clock, of several issued one after another.
  double sample_in_a_row(std::size_t i) {
    const double wanted = row_seconds / std::max(rounds_.longest_seconds, 1e-9);
    const int launches = static_cast<int>(std::clamp<double>(wanted, 1, most_in_a_row));
    const kernels::Sample sample =
        this->sample(i, {.repeats = launches, .flush_times = 0, .lead = 0, .hold = false});
    return sample.wall_seconds > 0 ? sample.wall_seconds : sample.seconds;
  }

  kernels::SampleOptions sample_options() {
    return {.repeats = rounds_.repeats,
            .flush_times = options_.cache == Cache::cold ? options_.flush_times : 0,
            .lead = static_cast<int>(random_() % most_lead)};
  }

  void keep(const Round& round) {
    if (round.clock_hz) clocks_.push_back(*round.clock_hz);
    for (std::size_t i = 0; i < round.samples.size(); ++i) {
      rounds_.seconds[i].push_back(round.samples[i].seconds);
      if (!round.back_to_back.empty()) rounds_.back_to_back[i].push_back(round.back_to_back[i]);
      rounds_.clocks_hz[i].push_back(round.samples[i].clock_hz.value_or(0));
    }
    ++rounds_.blocks.back();
  }

  bool is_slow(double clock_hz) const {
    constexpr std::size_t enough_to_know = 5;
    if (clocks_.size() < enough_to_know) return false;
    if (clocks_.size() >= 2 * known_of_) {
      known_of_ = clocks_.size();
      known_clock_ = median(clocks_);
    }
    return clock_hz < slowest_clock * known_clock_;
  }

  kernels::PlatformDevice& device_;
  const RoundsOptions& options_;
  std::vector<kernels::Launch> launches_;
  std::optional<Order> order_;
  std::mt19937_64 random_;
  std::vector<double> clocks_;
  mutable std::size_t known_of_ = 1;  // the median of so many clocks is known
  mutable double known_clock_ = 0;
  std::map<std::size_t, int> early_samples_;  // by contender
  Rounds rounds_;
};

/// Samples one block, and says why it ended.
StopReason run_block(Sampling& sampling, const RoundsOptions& options,
                     const std::function<bool()>& interrupted) {
  const auto start = SteadyClock::now();
  const double share = options.budget_seconds / options.blocks;
  const int most_tries = sampling.tried() + options.most_rounds;
  int next_look = options.fewest_rounds;
  while (true) {
    if (interrupted()) return StopReason::interrupted;
    if (sampling.tried() >= most_tries) return StopReason::most_rounds;
    sampling.add_round();
    const int kept = sampling.kept_in_block();
    if (kept < options.fewest_rounds) continue;
    if (kept >= next_look) {
      if (sampling.knows_enough()) return StopReason::narrow_enough;
      next_look = kept + kept / 4 + 1;  // this check costs as much as sampling
    }
    if (seconds_since(start) > share) return StopReason::time_budget;
  }
}

}  // namespace

std::string_view name_of(StopReason reason) {
  return word_of({"narrow_enough", "time_budget", "most_rounds", "interrupted"}, reason);
}

std::pair<const std::vector<double>&, const std::vector<double>&> Rounds::in_one_mode(
    std::size_t one, std::size_t other) const {
  const bool is_row = has_back_to_back() && (waits_for_host[one] || waits_for_host[other]);
  const auto& samples = is_row ? back_to_back : seconds;
  return {samples[one], samples[other]};
}

Rounds run_rounds(kernels::PlatformDevice& device, const Placement& placement,
                  const RoundsOptions& options, const std::function<bool()>& interrupted,
                  Rounds so_far) {
  const auto first = static_cast<int>(so_far.blocks.size());
  // The block that knew least has it.
  StopReason reason = first > 0 ? so_far.stop : StopReason::narrow_enough;
  Sampling sampling(device, options, std::move(so_far));
  const int end = std::min(options.blocks, options.until);
  for (int block = first; block < end && reason != StopReason::interrupted; ++block) {
    sampling.end_block();
    sampling.begin_block(placement(block));
    reason = std::max(reason, run_block(sampling, options, interrupted));
  }
  return sampling.finish(reason);
}

}  // namespace tilebridge::measure
