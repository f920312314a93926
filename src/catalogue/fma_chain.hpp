// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds: as much arithmetic per element as requested.
#pragma once

#include <cstddef>
#include <span>

#include "catalogue/problem.hpp"

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

Validation compare_chains(std::span<const float> in, std::span<const float> out, int steps);

/// A problem of n chains of `steps` steps.
ProblemPointer fma_chains(Cases cases);

}  // namespace tilebridge
