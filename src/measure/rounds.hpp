// SPDX-License-Identifier: Apache-2.0
// Timing several launches against each other: rounds in random order until the ratio is known.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "measure/platform.hpp"

namespace tilebridge {

enum class Cache { cold, hot };

std::string_view name_of(Cache cache);

struct RoundsOptions {
  Cache cache = Cache::cold;
  double half_width = 0.005;  // of the ratio's interval, as a share of the ratio: narrow enough
  double parity_band = 0.05;  // go on within the budget while the interval straddles its edge
  double budget_seconds = 1;  // of wall-clock time, once the fewest rounds are there
  int fewest_rounds = 11;
  int most_rounds = 2000;
  std::uint64_t seed = 0;  // of the order within rounds
};

enum class StopReason { narrow_enough, time_budget, most_rounds, interrupted };

std::string_view name_of(StopReason reason);

struct Rounds {
  /// [contender][round] seconds. Every kept round has one good sample of every contender.
  std::vector<std::vector<double>> seconds;
  StopReason stop = StopReason::time_budget;
  int repeats = 1;              // launches a sample
  int discarded_for_clock = 0;  // rounds with a sample far below the run's clock
  int discarded_as_early = 0;   // rounds with a sample that began before it was queued
  /// A contender's launch itself waits for the device, so that no sample can be queued before it
  /// starts: the samples are kept and hold the host's work too.
  bool waits_for_host = false;
  double clock_hz = 0;  // median over the kept rounds; 0 where the platform cannot tell
};

/// Samples `launches` (one or more; the first is what the others are compared with) on `device`.
/// `interrupted` is asked between rounds. Launches must be validated before.
Rounds run_rounds(PlatformDevice& device, const std::vector<Launch>& launches,
                  const RoundsOptions& options, const std::function<bool()>& interrupted);

}  // namespace tilebridge
