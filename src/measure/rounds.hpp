// SPDX-License-Identifier: Apache-2.0
// Times several launches against each other, in blocks of rounds: each block in a new placement of
// the arrays, each round with one sample of every launch.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/terms.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::measure {

struct RoundsOptions {
  Cache cache = Cache::cold;
  int flush_times = 2;  // how often the last-level cache's size is read before a cold sample
  /// Target for the ratio's interval over the blocks, relative to the ratio.
  double half_width = 0.005;
  double budget_seconds = 1;  // of wall-clock time, after the minimum number of rounds
  int blocks = 5;             // in all
  int until = 5;              // how many of them to sample now
  int fewest_rounds = 3;      // in a block
  int most_rounds = 400;      // in a block
  std::uint64_t seed = 0;     // for the order within rounds and the empty launches ahead of samples
  /// Called with a contender's number before, and after, each of its samples.
  std::function<void(std::size_t)> about_to_sample = {};
  std::function<void(std::size_t)> sampled = {};
  /// Called before each round.
  std::function<void()> about_to_begin_round = {};
  /// Sample every contender back to back as well, whether one waits for the host or not: others are
  /// to be compared with one that does.
  bool back_to_back = false;
  /// If a kernel is not trusted, a sample with a hot cache has one launch: a second one
  /// would find the outputs of the first.
  bool trusted = true;
};

enum class StopReason { narrow_enough, time_budget, most_rounds, interrupted };

std::string_view name_of(StopReason reason);

struct Rounds {
  /// Seconds, by [contender][round], block after block. Every kept round has one good sample of
  /// every contender. Of one that waits for the host they are those of `back_to_back`.
  std::vector<std::vector<double>> seconds;
  /// Seconds per launch by the host's clock, of launches that are issued one after another while
  /// nothing is held; the same order. Empty unless a contender waits for the host, or they were
  /// asked for.
  std::vector<std::vector<double>> back_to_back;
  /// The processor's clock around each sample, in hertz, by [contender][round]: 0 where it could
  /// not be read.
  std::vector<std::vector<double>> clocks_hz;
  std::vector<int> blocks;                    // how many rounds each has
  StopReason stop = StopReason::time_budget;  // of the block that knew least
  int repeats = 1;                            // launches per sample
  int discarded_for_clock = 0;                // rounds with a sample far below the run's clock
  int discarded_as_early = 0;  // rounds with a sample that started before it was fully enqueued
  /// Contenders whose launch itself waits for the device, so that no sample can be fully enqueued
  /// before it starts: they are timed back to back.
  std::vector<bool> waits_for_host;
  double clock_hz = 0;         // median over the kept rounds; 0 if the platform cannot tell
  double longest_seconds = 0;  // of the launches, about, when they were first warmed up

  bool has_back_to_back() const { return !back_to_back.empty() && !back_to_back.front().empty(); }
  /// The samples of two contenders in one mode: back to back if either waits for the host.
  std::pair<const std::vector<double>&, const std::vector<double>&> in_one_mode(
      std::size_t one, std::size_t other) const;
};

/// Returns the launches to time in a block: at least one, the same number each time. Ratios are
/// taken against the first. Launches of earlier blocks are never used again.
using Placement = std::function<std::vector<kernels::Launch>(int block)>;

/// Samples validated launches on `device`, after the blocks that are in `so_far`. `interrupted` is
/// polled between rounds.
///
/// A block ends when it knows its ratio well enough, or has had its share of the budget. How long
/// that takes depends on the block alone, so the blocks remain independent draws and the interval
/// over them keeps its level, whatever stopped each.
Rounds run_rounds(kernels::PlatformDevice& device, const Placement& placement,
                  const RoundsOptions& options, const std::function<bool()>& interrupted,
                  Rounds so_far = {});

}  // namespace tilebridge::measure
