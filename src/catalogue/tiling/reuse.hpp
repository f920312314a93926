// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = Σ in[first + (i - first + k) mod block_size] · weight[k] for k < uses, where first is
/// the first element of i's block; elements from n on count as 0
struct Reuse {
  static constexpr std::size_t block_size = 256;  // elements

  const float* in;      // n elements
  const float* weight;  // uses elements
  float* out;           // n elements
  std::size_t n;
  int uses;  // of every element, by different threads; at most block_size
};

}  // namespace tilebridge
