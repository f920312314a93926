// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// sums[b] = Σ in[i] over all i < n for which bin[i] = b
struct Scatter {
  const double* in;          // n elements
  const std::uint32_t* bin;  // n elements, each below bins
  double* sums;              // bins elements; implementations set them to zero themselves
  std::size_t n;
  std::size_t bins;
};

}  // namespace tilebridge
