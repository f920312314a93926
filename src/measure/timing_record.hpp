// SPDX-License-Identifier: Apache-2.0
// Turns sampled rounds into times, shares of ceilings, comparisons and verdicts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measure/preparation.hpp"
#include "measure/rounds.hpp"
#include "results/intervals.hpp"

namespace tilebridge::measure {

/// Bounds that times are compared with.
struct Bounds {
  Ceilings ceilings;
  Ceilings datasheet;
  double cache_bytes = 0;  // of the last level
  /// A time whose whole interval is below this share of the least that the ceilings allow, what the
  /// cache may keep left out, is of something else than the work: the result is invalid.
  double plausible_share = 0.95;
};

/// How the rounds were sampled; `timer_step` in seconds, 0 if unknown.
SamplingResult sampling_of(const Rounds& rounds, std::vector<std::string> throttle_reasons,
                           double timer_step);

/// How fast one contender is against another.
struct ContendersRatio {
  std::vector<double> of_rounds = {};
  std::vector<double> block_medians = {};  // with the digits of a file
  double rounding = 0;                     // the relative error by the steps of the timer
  Interval in_process = {};                // over the blocks, without what another process changes
};

/// The rounds, which must outlive it, of contenders in the same order.
class TimingRecord {
 public:
  TimingRecord(const Rounds& rounds, double timer_step, const VerdictOptions& options)
      : rounds_(rounds), sampling_(sampling_of(rounds, {}, timer_step)), options_(options) {}

  /// Writes times and comparisons of the contenders that are still right into `result`.
  void write(CaseResult& result, const std::vector<Contender>& contenders,
             const Bounds& bounds) const;

  /// The time of contender `base` ÷ that of contender `i`.
  ContendersRatio ratio(std::size_t base, std::size_t i) const;

 private:
  Timing timing(std::size_t i) const;
  ContendersRatio ratio(std::size_t base, std::size_t i, const Timing& of_base,
                        const Timing& of_other) const;
  ComparisonResult compared(const CaseResult& result, const std::vector<Contender>& contenders,
                            std::size_t base, std::size_t i) const;

  const Rounds& rounds_;
  SamplingResult sampling_;
  VerdictOptions options_;
};

/// Takes the times back, for `reason`.
void skip_times(CaseResult& result, const std::string& reason);

}  // namespace tilebridge::measure
