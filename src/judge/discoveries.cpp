// SPDX-License-Identifier: Apache-2.0
#include "judge/discoveries.hpp"

#include <algorithm>
#include <cstddef>

namespace tilebridge::judge {

double discovery_threshold(std::vector<double> p_values) {
  std::sort(p_values.begin(), p_values.end());
  const auto tests = static_cast<double>(p_values.size());
  for (std::size_t rank = p_values.size(); rank > 0; --rank)
    if (p_values[rank - 1] <= false_share * static_cast<double>(rank) / tests)
      return p_values[rank - 1];
  return -1;
}

}  // namespace tilebridge::judge
