#include "catalogue/sums.hpp"

namespace tilebridge {

Validation compare_sum(std::span<const float> result, const Sum& sum, double longest_chain) {
  const Expected expected = expected_sum(sum, longest_chain);
  return compare_elements(result, [&](std::size_t) { return expected; });
}

}  // namespace tilebridge
