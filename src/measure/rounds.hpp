// SPDX-License-Identifier: Apache-2.0
// Times several launches against each other, in rounds of random order, until the ratio is known.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "catalogue/terms.hpp"
#include "measure/platform.hpp"

namespace tilebridge::measure {

struct RoundsOptions {
  Cache cache = Cache::cold;
  double half_width = 0.005;  // target for the ratio's interval, relative to the ratio
  double parity_band = 0.05;  // continue within the budget while the interval straddles its edge
  double budget_seconds = 1;  // of wall-clock time, after the minimum number of rounds
  int fewest_rounds = 11;
  int most_rounds = 2000;
  std::uint64_t seed = 0;  // for the order within rounds
};

enum class StopReason { narrow_enough, time_budget, most_rounds, interrupted };

std::string_view name_of(StopReason reason);

struct Rounds {
  /// Seconds, by [contender][round]. Every kept round has one good sample of every contender.
  std::vector<std::vector<double>> seconds;
  StopReason stop = StopReason::time_budget;
  int repeats = 1;              // launches per sample
  int discarded_for_clock = 0;  // rounds with a sample far below the run's clock
  int discarded_as_early = 0;   // rounds with a sample that started before it was fully enqueued
  /// A contender's launch itself waits for the device, so that no sample can be fully enqueued
  /// before it starts: the samples are kept and include the host's work.
  bool waits_for_host = false;
  double clock_hz = 0;  // median over the kept rounds; 0 if the platform cannot tell
};

/// Samples `launches` (one or more; the others are compared with the first) on `device`.
/// `interrupted` is polled between rounds. Launches must have been validated.
Rounds run_rounds(PlatformDevice& device, const std::vector<Launch>& launches,
                  const RoundsOptions& options, const std::function<bool()>& interrupted);

}  // namespace tilebridge::measure
