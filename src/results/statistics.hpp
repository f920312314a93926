// SPDX-License-Identifier: Apache-2.0
// Medians, their intervals, and verdicts from these.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tilebridge {

/// The middle value; the mean of the two middle ones for an even count. `values` must not be empty.
double median(std::span<const double> values);

struct Interval {
  double median = 0;
  double low = 0;
  double high = 0;

  /// Half the width, relative to the median.
  double half_width() const { return (high - low) / 2 / median; }
};

/// Goes from the least to the most that both intervals allow.
Interval quotient(const Interval& above, const Interval& below);

/// The median with its 95% percentile-bootstrap interval, in the limit of infinitely many
/// resamples: a resample's median is at most the k-th smallest value exactly if at least half of
/// its n draws are, which has a binomial probability. With fewer than six values the interval is
/// the range.
Interval median_interval(std::span<const double> values);

/// median(numerator) / median(denominator) of two independent samples, with the 95% interval of the
/// same bootstrap, each sample resampled independently. A sample of fewer than six values counts
/// with its whole range. Swapping the samples inverts the interval. All values must be positive.
Interval median_ratio_interval(std::span<const double> numerator,
                               std::span<const double> denominator);

struct GeometricMean {
  double value = 0;
  double low = 0;  // 0 if there are too few values for an interval
  double high = 0;

  bool has_interval() const { return high > 0; }
};

/// The geometric mean with its 95% interval, from Student's t on the logarithms; no interval for
/// fewer than three values. Inverting the values inverts the interval. `values` must be positive
/// and not empty.
GeometricMean geometric_mean(std::span<const double> values);

/// An estimate of a logarithm, with its variance and the degrees of freedom of that.
struct LogEstimate {
  double value = 0;
  double variance = 0;
  double degrees = 0;
};

/// Estimates the mean of the logarithms. For a single value the variance is not a number. `values`
/// must be positive and not empty.
LogEstimate log_mean(std::span<const double> values);

/// Adds an independent error, whose size is known: 95 of 100 are smaller than `relative_error`. The
/// degrees of freedom are those of Welch and Satterthwaite.
LogEstimate with_error(const LogEstimate& of, double relative_error);

/// Its exponential, with a 95% interval by Student's t.
GeometricMean geometric_mean(const LogEstimate& of);

/// One-sided p-value of the true value being the logarithm of `bound`, or more.
double p_value(const LogEstimate& of, double bound);

/// Element-wise numerator / denominator: the ratios of paired samples.
std::vector<double> ratios(std::span<const double> numerator, std::span<const double> denominator);

/// Values that were taken in blocks of so many each, one block after another: what is the same
/// within a block, such as where the arrays lie, may differ between them. Without blocks, or with
/// sizes that do not add up to the values, all are one block. Where the medians of the blocks are
/// known, they count instead; of three or more blocks the values are then not needed.
struct Blocked {
  std::span<const double> values;
  std::span<const int> sizes = {};
  std::span<const double> medians = {};
};

/// An interval over fewer blocks is made from the values alone.
inline constexpr std::size_t fewest_blocks = 3;

/// Rounds to the six significant digits that lists of numbers have in a result file.
double six_digits(double value);

/// Each block has at least one.
std::vector<double> block_medians(const Blocked& blocked);

/// The mean of the logarithms of the blocks' medians, with its 95% interval by Student's t: it
/// covers what varies between blocks, however few there are. With fewer than three blocks it is
/// median_interval() of all values, which covers what varies within one. Inverting the values
/// inverts the interval. Values must be positive.
Interval interval_over_blocks(const Blocked& blocked);

/// Returns it for a quotient of independent samples, after Welch; with fewer than three blocks on
/// either side it is median_ratio_interval().
Interval quotient_over_blocks(const Blocked& numerator, const Blocked& denominator);

/// Returns what `blocked` contributes to that quotient with `other`: the quotient of two such parts
/// is its median.
double part_of_quotient(const Blocked& blocked, const Blocked& other);

/// The probability that at least `count` of `all` independent events of probability `p` happen.
double probability_of_at_least(std::size_t count, std::size_t all, double p);

/// `interval` with a further error, independent of what it covers: of such a size, relative to the
/// value, in 95 of 100 cases.
Interval widened(const Interval& interval, double relative_error);

/// The share that another process on the same GPU changes in a time or a ratio in less than 95 of
/// 100 cases, besides all that varies within one. Measured: docs/method.md, "What an interval
/// covers".
inline constexpr double process_error = 1e-3;

/// The relative error of a time that is the mean of `repeats` launches, between two readings of a
/// timer with steps of so many seconds: 95 of 100 are smaller.
double rounding_error(double seconds, double timer_step, int repeats);

/// One-sided p-value of median(numerator) / median(denominator) being `bound` or more: the share of
/// median_ratio_interval's resamples in which it is, but never less than 1 / C(n + m, n), with
/// which samples of n and m values lie apart by chance. All values must be positive.
double median_ratio_p_value(std::span<const double> numerator, std::span<const double> denominator,
                            double bound);

/// Returns it for quotient_over_blocks(), by its t where there are blocks.
double quotient_p_value(const Blocked& numerator, const Blocked& denominator, double bound);

enum class Verdict { parity, slower, faster, undecided };

std::string_view name_of(Verdict verdict);

/// `ratio` is performance: 1 is parity, 0.8 means 80% of the other's speed. Parity if the whole
/// interval lies within 1 ± band, slower or faster if all of it lies outside, else undecided.
Verdict verdict_of(const Interval& ratio, double band);

}  // namespace tilebridge
