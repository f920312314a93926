// SPDX-License-Identifier: Apache-2.0
#include "catalogue/sums.hpp"

namespace tilebridge {
namespace {

template <class T>
Validation compare(std::span<const T> result, const Sum& sum, double longest_chain) {
  const Expected expected = expected_sum<T>(sum, longest_chain);
  return compare_elements(result, [&](std::size_t) { return expected; });
}

}  // namespace

Validation compare_sum(std::span<const float> result, const Sum& sum, double longest_chain) {
  return compare(result, sum, longest_chain);
}

Validation compare_sum(std::span<const double> result, const Sum& sum, double longest_chain) {
  return compare(result, sum, longest_chain);
}

}  // namespace tilebridge
