// SPDX-License-Identifier: Apache-2.0
// Times, ratios and verdicts of a case. A run computes them here, and so does whatever recomputes
// them from a file.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

struct VerdictOptions {
  double parity_band = 0.05;
  double least_change = 1e-6;  // seconds; a smaller difference decides nothing
};

/// The medians of the blocks, rounded as they are in a file: what follows from them is then the
/// same in a run and after reading.
std::vector<double> stored_medians(const Blocked& blocked);

/// The samples of a time, in seconds, with their blocks. Points into both.
Blocked blocked(const Timing& timing, const SamplingResult& sampling);
/// The ratios of a comparison, whose values, by round, may be empty.
Blocked blocked(const ComparisonResult& comparison, std::span<const double> values,
                const SamplingResult& sampling);

/// The relative error of a time of these samples by the steps of the timer: 95 of 100 are smaller.
double rounding_error(double seconds, const SamplingResult& sampling);

/// A time over blocks, in seconds. `between_processes` is the relative error by what another
/// process changes.
Interval time_over_blocks(const Blocked& seconds, const SamplingResult& sampling,
                          double between_processes = process_error);

/// Returns the interval of launches back to back, which the host's clock times.
Interval back_to_back_over_blocks(const Blocked& seconds, double between_processes = process_error);

/// Whether the ratio of two kernels is made from their times back to back: one waits for the host.
bool is_ratio_back_to_back(const Timing& a, const Timing& b);

/// The relative error of the ratio of two times by the steps of the timer.
double rounding_of_ratio(const Timing& a, const Timing& b, const SamplingResult& sampling);

/// A ratio over blocks, by the ratios of the rounds.
Interval ratio_over_blocks(const Blocked& ratios, double rounding,
                           double between_processes = process_error);

/// Undecided if the timer cannot resolve a difference as small as the band in one launch: there
/// repeats show the cost of the call rather than of its work. Undecided, too, if the difference is
/// smaller than the least change that counts.
Verdict verdict_of(const Interval& ratio, const Timing& a, const Timing& b,
                   const SamplingResult& sampling, const VerdictOptions& options);

}  // namespace tilebridge
