// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = Σ coefficient[(k + shift) mod terms] · in[i]^k for k < terms, by Horner's scheme; shift
/// is 0, or the lane i mod lanes
struct Polynomial {
  static constexpr int terms = 64;  // a power of two; few enough for the parameters of a kernel
  static constexpr int lanes = 32;

  const float* in;           // n elements
  const float* coefficient;  // terms elements
  float* out;                // n elements
  std::size_t n;
  bool per_lane;  // every lane of a warp reads its own coefficient; otherwise all read the same
};

}  // namespace tilebridge
