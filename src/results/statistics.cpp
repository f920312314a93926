#include "results/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

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
    tail += std::exp(std::lgamma(count + 1) - std::lgamma(successes + 1) -
                     std::lgamma(count - successes + 1) + successes * std::log(p) +
                     (count - successes) * std::log1p(-p));
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

}  // namespace

double median(std::span<const double> values) { return median_of_sorted(sorted_copy(values)); }

Interval median_interval(std::span<const double> values) {
  constexpr std::size_t fewest = 6;  // the range of five holds the median with only 94%
  const std::vector<double> sorted = sorted_copy(values);
  const double middle = median_of_sorted(sorted);
  const std::size_t n = sorted.size();
  if (n < fewest) return {middle, sorted.front(), sorted.back()};
  const std::size_t half = (n + 1) / 2;
  const std::size_t lowest = rank_of(n, half, 0.025);
  // The upper end mirrors the lower one, so that an interval of reversed data is the reverse.
  return {middle, sorted[lowest - 1], sorted[n - lowest]};
}

std::vector<double> ratios(std::span<const double> numerator, std::span<const double> denominator) {
  std::vector<double> quotients;
  quotients.reserve(numerator.size());
  std::transform(numerator.begin(), numerator.end(), denominator.begin(),
                 std::back_inserter(quotients), std::divides<>());
  return quotients;
}

}  // namespace tilebridge
