// SPDX-License-Identifier: Apache-2.0
#include "results/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>

namespace tilebridge {
namespace {

double median_of_sorted(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// P(X ≥ at_least) for X ~ Binomial(n, p).
double binomial_tail(std::size_t n, double p, std::size_t at_least) {
  if (p >= 1) return 1;
  const auto count = static_cast<double>(n);
  double tail = 0;
  for (std::size_t k = at_least; k <= n; ++k) {
    const auto successes = static_cast<double>(k);
    const double term = std::exp(std::lgamma(count + 1) - std::lgamma(successes + 1) -
                                 std::lgamma(count - successes + 1) + successes * std::log(p) +
                                 (count - successes) * std::log1p(-p));
    tail += term;
    if (successes > count * p && term <= tail * 1e-18) break;  // from here on they only get smaller
  }
  return tail;
}

/// The smallest k for which at least `half` of n draws fall among the k smallest values with a
/// probability of at least `probability`.
std::size_t rank_of(std::size_t n, std::size_t half, double probability) {
  std::size_t low = 1;
  std::size_t high = n;
  while (low < high) {
    const std::size_t k = (low + high) / 2;
    const double p = static_cast<double>(k) / static_cast<double>(n);
    if (binomial_tail(n, p, half) >= probability)
      high = k;
    else
      low = k + 1;
  }
  return low;
}

constexpr std::size_t fewest = 6;  // the range of five covers the median with only 94%

/// A value that a resample's median may take, and the probability that it does.
struct Outcome {
  double value;
  double probability;
};

/// The distribution of a resample's median, or of the lower middle value for an even count; with
/// fewer than six values always the smallest. Omits values rarer than one in 10⁹ at either end. Of
/// more than some 7,000 values, neighbours count as the smallest of them, so that the time for a
/// distribution does not grow with their number.
std::vector<Outcome> lower_medians(const std::vector<double>& sorted) {
  constexpr double negligible = 1e-9;
  constexpr std::size_t most_outcomes = 512;
  const std::size_t n = sorted.size();
  if (n < fewest) return {{sorted.front(), 1}};
  const std::size_t half = (n + 1) / 2;
  const std::size_t first = rank_of(n, half, negligible);
  const std::size_t last = rank_of(n, half, 1 - negligible);
  const std::size_t together = (last - first) / most_outcomes + 1;
  std::vector<Outcome> outcomes;
  double below = 0;
  for (std::size_t k = first; k <= last; k += together) {
    const std::size_t end = std::min(k + together - 1, last);
    const double p = static_cast<double>(end) / static_cast<double>(n);
    const double at_most = binomial_tail(n, p, half);
    outcomes.push_back({sorted[k - 1], at_most - below});
    below = at_most;
  }
  return outcomes;
}

/// Returns the upper middle value: lower_medians of the negated values.
std::vector<Outcome> upper_medians(std::vector<double> sorted) {
  std::ranges::reverse(sorted);
  std::ranges::transform(sorted, sorted.begin(), std::negate());
  std::vector<Outcome> outcomes = lower_medians(sorted);
  for (Outcome& outcome : outcomes) outcome.value = -outcome.value;
  return outcomes;
}

/// The ratio that resampling falls below with a probability of 2.5%.
double low_end(const std::vector<double>& numerator, const std::vector<double>& denominator) {
  std::vector<Outcome> quotients;
  const std::vector<Outcome> below_outcomes = upper_medians(denominator);
  for (const Outcome& above : lower_medians(numerator))
    for (const Outcome& below : below_outcomes)
      quotients.push_back({above.value / below.value, above.probability * below.probability});
  std::ranges::sort(quotients, {}, &Outcome::value);
  double probability = 0;
  for (const Outcome& quotient : quotients)
    if (probability += quotient.probability; probability >= 0.025) return quotient.value;
  return quotients.back().value;
}

/// P(|T| ≤ t) of Student's t distribution at angle = atan(t / √degrees): a finite series.
double student_within(std::size_t degrees, double angle) {
  const bool is_odd = degrees % 2 == 1;
  const double cosine = std::cos(angle);
  double term = is_odd ? cosine : 1;
  double sum = degrees == 1 ? 0 : term;
  for (std::size_t k = is_odd ? 3 : 2; k + 2 <= degrees; k += 2) {
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  const double series = std::sin(angle) * sum;
  return is_odd ? 2 / std::numbers::pi * (angle + series) : series;
}

/// The value that |T| exceeds with a probability of 5%.
double student_quantile(std::size_t degrees) {
  double low = 0;
  double high = std::numbers::pi / 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (student_within(degrees, middle) < 0.95 ? low : high) = middle;
  }
  return std::tan(low) * std::sqrt(static_cast<double>(degrees));
}

/// After Welch.
LogEstimate difference(const LogEstimate& a, const LogEstimate& b) {
  const double variance = a.variance + b.variance;
  const double squares = a.variance * a.variance / a.degrees + b.variance * b.variance / b.degrees;
  return {a.value - b.value, variance, squares > 0 ? variance * variance / squares : a.degrees};
}

/// Beyond a thousand Student's t is a normal distribution.
std::size_t whole_degrees(const LogEstimate& of) {
  return static_cast<std::size_t>(std::clamp(of.degrees, 1.0, 1000.0));
}

/// One-sided p-value of the true mean being `bound` or more.
double student_above(const LogEstimate& of, double bound) {
  const double distance = bound - of.value;
  const std::size_t degrees = whole_degrees(of);
  const double angle =
      std::atan2(std::abs(distance), std::sqrt(of.variance * static_cast<double>(degrees)));
  const double outside = (1 - student_within(degrees, angle)) / 2;
  return distance > 0 ? outside : 1 - outside;
}

/// The values by which one side is compared where the other has too few blocks.
std::span<const double> values_or_medians(const Blocked& blocked) {
  return blocked.values.empty() ? blocked.medians : blocked.values;
}

Interval around(double log_middle, double log_half) {
  return {std::exp(log_middle), std::exp(log_middle - log_half), std::exp(log_middle + log_half)};
}

}  // namespace

Interval quotient(const Interval& above, const Interval& below) {
  return {above.median / below.median, above.low / below.high, above.high / below.low};
}

double median(std::span<const double> values) { return median_of_sorted(sorted_copy(values)); }

Interval median_interval(std::span<const double> values) {
  const std::vector<double> sorted = sorted_copy(values);
  const double middle = median_of_sorted(sorted);
  const std::size_t n = sorted.size();
  if (n < fewest) return {middle, sorted.front(), sorted.back()};
  const std::size_t half = (n + 1) / 2;
  const std::size_t lowest = rank_of(n, half, 0.025);
  // The upper end mirrors the lower one, so that an interval of reversed data is the reverse.
  return {middle, sorted[lowest - 1], sorted[n - lowest]};
}

Interval median_ratio_interval(std::span<const double> numerator,
                               std::span<const double> denominator) {
  const std::vector<double> above = sorted_copy(numerator);
  const std::vector<double> below = sorted_copy(denominator);
  return {median_of_sorted(above) / median_of_sorted(below), low_end(above, below),
          1 / low_end(below, above)};
}

LogEstimate log_mean(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  const double mean = sum / count;
  double squares = 0;
  for (const double value : values) squares += std::pow(std::log(value) - mean, 2);
  return {mean, squares / (count - 1) / count, count - 1};
}

LogEstimate with_error(const LogEstimate& of, double relative_error) {
  constexpr double normal_quantile = 1.959964;
  const double variance = of.variance + std::pow(relative_error / normal_quantile, 2);
  if (of.variance <= 0) return {of.value, variance, 1000};
  return {of.value, variance, of.degrees * std::pow(variance / of.variance, 2)};
}

GeometricMean geometric_mean(const LogEstimate& of) {
  const Interval interval =
      around(of.value, student_quantile(whole_degrees(of)) * std::sqrt(of.variance));
  return {interval.median, interval.low, interval.high};
}

double p_value(const LogEstimate& of, double bound) { return student_above(of, std::log(bound)); }

GeometricMean geometric_mean(std::span<const double> values) {
  const LogEstimate logs = log_mean(values);
  if (values.size() < 3) return {std::exp(logs.value)};
  return geometric_mean(logs);
}

std::vector<double> ratios(std::span<const double> numerator, std::span<const double> denominator) {
  std::vector<double> quotients(numerator.begin(), numerator.end());
  std::ranges::transform(quotients, denominator, quotients.begin(), std::divides());
  return quotients;
}

double six_digits(double value) {
  const std::string text = fmt::format("{:.5e}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<double> block_medians(const Blocked& blocked) {
  if (!blocked.medians.empty()) return {blocked.medians.begin(), blocked.medians.end()};
  const bool is_any_negative =
      std::ranges::any_of(blocked.sizes, [](int size) { return size < 0; });
  const auto all = static_cast<std::size_t>(
      std::accumulate(blocked.sizes.begin(), blocked.sizes.end(), std::int64_t{0}));
  if (is_any_negative || blocked.sizes.empty() || all != blocked.values.size())
    return {median(blocked.values)};
  std::vector<double> medians;
  std::size_t first = 0;
  for (const int size : blocked.sizes) {
    const auto count = static_cast<std::size_t>(size);
    if (count > 0) medians.push_back(median(blocked.values.subspan(first, count)));
    first += count;
  }
  return medians;
}

Interval interval_over_blocks(const Blocked& blocked) {
  const std::vector<double> medians = block_medians(blocked);
  if (medians.size() < fewest_blocks) return median_interval(values_or_medians(blocked));
  const GeometricMean mean = geometric_mean(medians);
  return {mean.value, mean.low, mean.high};
}

Interval quotient_over_blocks(const Blocked& numerator, const Blocked& denominator) {
  const std::vector<double> above = block_medians(numerator);
  const std::vector<double> below = block_medians(denominator);
  if (std::min(above.size(), below.size()) < fewest_blocks)
    return median_ratio_interval(values_or_medians(numerator), values_or_medians(denominator));
  const LogEstimate logs = difference(log_mean(above), log_mean(below));
  const double quantile = student_quantile(whole_degrees(logs));
  return around(logs.value, quantile * std::sqrt(logs.variance));
}

double part_of_quotient(const Blocked& blocked, const Blocked& other) {
  const std::vector<double> medians = block_medians(blocked);
  if (std::min(medians.size(), block_medians(other).size()) < fewest_blocks)
    return median(values_or_medians(blocked));
  return geometric_mean(medians).value;
}

double probability_of_at_least(std::size_t count, std::size_t all, double p) {
  return binomial_tail(all, p, count);
}

Interval widened(const Interval& interval, double relative_error) {
  const auto with_error = [&](double distance) { return std::hypot(distance, relative_error); };
  return {interval.median,
          interval.median * std::exp(-with_error(std::log(interval.median / interval.low))),
          interval.median * std::exp(with_error(std::log(interval.high / interval.median)))};
}

double rounding_error(double seconds, double timer_step, int repeats) {
  constexpr double of_uniform = 1.96 / 3.4641016;  // standard deviations; √12 to a whole step
  return of_uniform * timer_step / repeats / seconds;
}

double median_ratio_p_value(std::span<const double> numerator, std::span<const double> denominator,
                            double bound) {
  const std::vector<Outcome> below_outcomes = lower_medians(sorted_copy(denominator));
  double probability = 0;
  for (const Outcome& above : upper_medians(sorted_copy(numerator)))
    for (const Outcome& below : below_outcomes)
      if (above.value >= bound * below.value) probability += above.probability * below.probability;
  const auto n = static_cast<double>(numerator.size());
  const auto m = static_cast<double>(denominator.size());
  const double apart = std::exp(std::lgamma(n + 1) + std::lgamma(m + 1) - std::lgamma(n + m + 1));
  return std::clamp(probability, apart, 1.0);
}

double quotient_p_value(const Blocked& numerator, const Blocked& denominator, double bound) {
  const std::vector<double> above = block_medians(numerator);
  const std::vector<double> below = block_medians(denominator);
  if (std::min(above.size(), below.size()) < fewest_blocks)
    return median_ratio_p_value(values_or_medians(numerator), values_or_medians(denominator),
                                bound);
  return student_above(difference(log_mean(above), log_mean(below)), std::log(bound));
}

std::string_view name_of(Verdict verdict) {
  constexpr std::array names = {"parity", "slower", "faster", "undecided"};
  return names.at(static_cast<std::size_t>(verdict));
}

Verdict verdict_of(const Interval& ratio, double band) {
  if (ratio.high < 1 - band) return Verdict::slower;
  if (ratio.low > 1 + band) return Verdict::faster;
  if (ratio.low >= 1 - band && ratio.high <= 1 + band) return Verdict::parity;
  return Verdict::undecided;
}

}  // namespace tilebridge
