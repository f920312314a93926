// SPDX-License-Identifier: Apache-2.0
// The rates that bound a case, measured on the device in the same run; how long a flush of its
// caches has to be; what its timer resolves.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "kernels/platform.hpp"
#include "measure/plan.hpp"
#include "measure/rounds.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

/// The longest flush that is tried, times the size of the last-level cache.
constexpr int longest_flush = 8;

class CeilingMeasurement {
 public:
  /// Validates and times the native code of a case of the ceilings.
  using Run = std::function<CaseResult(const PlannedCase&, const RoundsOptions&)>;

  CeilingMeasurement(Platform platform, kernels::PlatformDevice& device, Run run,
                     std::function<bool()> interrupted);

  /// Measures the rates that are 0 in `known`, each for `budget_seconds`, that of a case, but at
  /// most one second. A rate that cannot be measured is reported and stays 0.
  void measure(const std::vector<PlannedCase>& cases, const Ceilings& known, double budget_seconds);

  const Ceilings& cold() const { return ceilings_; }
  /// The ceilings for the case's cache state; those of hot arrays are measured when they are first
  /// asked for.
  const Ceilings& of(const PlannedCase& planned);
  const Ceilings& datasheet() const { return datasheet_; }
  const FlushCheck& flush_check() const { return flush_check_; }
  /// Whether each was measured in one placement alone.
  bool are_brief() const;
  /// Seconds that times are multiples of; 0 if unknown.
  double timer_step() const { return timer_step_; }

 private:
  RoundsOptions rounds_for(double budget_seconds) const;
  double rate_of(const PlannedCase& planned, const RoundsOptions& rounds);
  void calibrate_flush(const RoundsOptions& rounds);
  void measure_launch(const RoundsOptions& rounds);
  Ceilings hot(std::size_t bytes);

  Platform platform_;
  kernels::PlatformDevice& device_;
  Run run_;
  std::function<bool()> interrupted_;
  std::vector<PlannedCase> cases_;
  Ceilings ceilings_;
  std::map<std::size_t, Ceilings> hot_;  // by the bytes of all arrays
  Ceilings datasheet_;
  FlushCheck flush_check_;
  double case_budget_ = 1;
  double timer_step_;
};

}  // namespace tilebridge::measure
