#include "catalogue/sums.hpp"

namespace tilebridge {

Expected expected_sum(const Sum& sum, double longest_chain, double lambda) {
  const double largest_partial_sum = std::abs(sum.value) + 4 * std::sqrt(sum.squares);
  // One more rounding for the product, one for the conversion of the result.
  const double roundings = std::sqrt(longest_chain + 2);
  return within(sum.value, lambda * roundings * unit_roundoff * largest_partial_sum);
}

Validation compare_sum(std::span<const float> result, const Sum& sum, double longest_chain) {
  const Expected expected = expected_sum(sum, longest_chain);
  return compare_elements(result, [&](std::size_t) { return expected; });
}

}  // namespace tilebridge
