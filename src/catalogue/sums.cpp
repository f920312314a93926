#include "catalogue/sums.hpp"

namespace tilebridge {

Validation compare_sum(std::span<const float> result, const Sum& sum, double longest_chain) {
  constexpr double lambda = 5;
  const double largest_partial_sum = std::abs(sum.value) + 4 * std::sqrt(sum.squares);
  // One more rounding for the product, one for the conversion of the result.
  const double roundings = std::sqrt(longest_chain + 2);
  const double bound = lambda * roundings * unit_roundoff * largest_partial_sum;
  return compare_elements(result, [&](std::size_t) { return within(sum.value, bound); });
}

}  // namespace tilebridge
