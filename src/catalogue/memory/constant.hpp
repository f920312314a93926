// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = Σ coefficient[(k + shift) mod terms] · in[i]^k for k < terms, by Horner's scheme; shift
/// is 0, or the lane i mod lanes
struct Polynomial {
  static constexpr int terms = 64;  // a power of two; few enough for the parameters of a kernel
  static constexpr int lanes = 32;
  static constexpr int block_size = 256;

  const float* in;           // n elements
  const float* coefficient;  // terms elements
  float* out;                // n elements
  std::size_t n;
  bool per_lane;  // whether shift is the lane
};

// [shown]
/// All lanes of a warp read the same coefficient at a time.
struct Same {
  static constexpr int index(int k, int) { return k; }
};

/// Every lane reads its own coefficient.
struct PerLane {
  static constexpr int index(int k, int lane) { return (k + lane) & (Polynomial::terms - 1); }
};

}  // namespace tilebridge
