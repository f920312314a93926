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
  /// From so many steps on, the tuned kernels load the elements that are next before they compute
  /// the chains of those that they have: arithmetic takes as long as memory. With fewer steps
  /// memory alone decides, and one element after another is faster.
  static constexpr int steps_to_load_ahead = 64;
};

}  // namespace tilebridge
