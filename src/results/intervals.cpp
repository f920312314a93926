// SPDX-License-Identifier: Apache-2.0
#include "results/intervals.hpp"

#include <algorithm>
#include <cmath>

namespace tilebridge {

std::vector<double> stored_medians(const Blocked& blocked) {
  std::vector<double> medians = block_medians(blocked);
  std::ranges::transform(medians, medians.begin(), six_digits);
  return medians;
}

Blocked blocked(const Timing& timing, const SamplingResult& sampling) {
  return {timing.samples, sampling.blocks, timing.block_medians};
}

Blocked blocked(const ComparisonResult& comparison, std::span<const double> values,
                const SamplingResult& sampling) {
  return {values, sampling.blocks, comparison.block_medians};
}

double rounding_error(double seconds, const SamplingResult& sampling) {
  return rounding_error(seconds, sampling.timer_step, std::max(sampling.repeats, 1));
}

Interval time_over_blocks(const Blocked& seconds, const SamplingResult& sampling,
                          double between_processes) {
  const Interval interval = interval_over_blocks(seconds);
  return widened(interval,
                 std::hypot(rounding_error(interval.median, sampling), between_processes));
}

Interval back_to_back_over_blocks(const Blocked& seconds, double between_processes) {
  return widened(interval_over_blocks(seconds), between_processes);
}

bool is_ratio_back_to_back(const Timing& a, const Timing& b) {
  return (a.waits_for_host || b.waits_for_host) && a.back_to_back && b.back_to_back;
}

double rounding_of_ratio(const Timing& a, const Timing& b, const SamplingResult& sampling) {
  const bool is_row = is_ratio_back_to_back(a, b);
  const Interval& above = is_row ? *a.back_to_back : a.seconds;
  const Interval& below = is_row ? *b.back_to_back : b.seconds;
  return std::hypot(rounding_error(above.median, sampling), rounding_error(below.median, sampling));
}

Interval ratio_over_blocks(const Blocked& ratios, double rounding, double between_processes) {
  return widened(interval_over_blocks(ratios), std::hypot(rounding, between_processes));
}

Verdict verdict_of(const Interval& ratio, const Timing& a, const Timing& b,
                   const SamplingResult& sampling, const VerdictOptions& options) {
  const double shorter = std::min(a.seconds.median, b.seconds.median);
  if (shorter * options.parity_band < sampling.timer_step) return Verdict::undecided;
  const Verdict verdict = verdict_of(ratio, options.parity_band);
  const double change = std::abs(a.seconds.median - b.seconds.median) * sampling.repeats;
  return verdict == Verdict::parity || change >= options.least_change ? verdict
                                                                      : Verdict::undecided;
}

}  // namespace tilebridge
