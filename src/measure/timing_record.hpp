// SPDX-License-Identifier: Apache-2.0
// Turns sampled rounds into times, shares of ceilings, comparisons and verdicts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measure/preparation.hpp"
#include "measure/rounds.hpp"

namespace tilebridge::measure {

struct VerdictOptions {
  double parity_band = 0.05;
  double least_change = 1e-6;  // seconds; a smaller difference decides nothing
};

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

/// The rounds, which must outlive it, of contenders in the same order.
class TimingRecord {
 public:
  TimingRecord(const Rounds& rounds, double timer_step, const VerdictOptions& options)
      : rounds_(rounds), timer_step_(timer_step), options_(options) {}

  /// Writes times and comparisons of the contenders that are still right into `result`.
  void write(CaseResult& result, const std::vector<Contender>& contenders,
             const Bounds& bounds) const;

  /// The time of contender `base` ÷ that of contender `i`, in this process.
  Interval ratio(std::size_t base, std::size_t i) const;

 private:
  Timing timing(std::size_t i) const;
  double rounding(double seconds) const;
  Verdict verdict(const Interval& ratio, const Timing& base, const Timing& other) const;
  ComparisonResult compared(const CaseResult& result, const std::vector<Contender>& contenders,
                            std::size_t base, std::size_t i) const;

  const Rounds& rounds_;
  double timer_step_;
  VerdictOptions options_;
};

/// Takes the times back, for `reason`.
void skip_times(CaseResult& result, const std::string& reason);

}  // namespace tilebridge::measure
