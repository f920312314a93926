// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds: as much arithmetic per element as requested.
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = in[i], then `steps` times out[i] = factor · out[i] + addend, for i < n
struct FmaChain {
  const float* in;  // n elements, 16-byte aligned
  float* out;       // n elements, 16-byte aligned
  std::size_t n;
  int steps;

  static constexpr float factor = 0.999F;
  static constexpr float addend = 0.001F;
};

}  // namespace tilebridge
