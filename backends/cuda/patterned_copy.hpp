// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from where the pattern says; `Load` is how.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::cuda {

// [shown]
__device__ inline std::size_t source_of(const PatternedCopy& c, std::size_t i) {
  constexpr int rows = PatternedCopy::piece / PatternedCopy::stride;
  const std::size_t place = i % PatternedCopy::piece;
  switch (c.pattern) {
    case LoadPattern::aligned:
      return i;
    case LoadPattern::misaligned:
      return i + 1;
    case LoadPattern::strided:
      return i - place + place % rows * PatternedCopy::stride + place / rows;
    case LoadPattern::scattered:
      break;
  }
  const unsigned long long hash = i * PatternedCopy::multiplier >> 32;
  return (hash * c.pieces >> 32) * PatternedCopy::piece + place;
}

template <class Load>
__global__ void copy_by_pattern(PatternedCopy c) {
  const std::size_t i = blockIdx.x * std::size_t{PatternedCopy::piece} + threadIdx.x;
  if (i < c.n) c.out[i] = Load::load(c.in + source_of(c, i));
}

template <class Load>
void launch_copy(const PatternedCopy& c, Stream stream) {
  if (c.n > 0) copy_by_pattern<Load><<<c.pieces, PatternedCopy::piece, 0, stream>>>(c);
}

}  // namespace tilebridge::cuda
