// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from where the pattern says; `Load` is how.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::cuda {

// [shown]
template <class Load>
__global__ void copy_by_pattern(PatternedCopy c) {
  const std::size_t i = blockIdx.x * std::size_t{PatternedCopy::piece} + threadIdx.x;
  if (i < c.n) c.out[i] = Load::load(c.in + PatternedCopy::source(c.pattern, c.pieces, i));
}

template <class Load>
void launch_copy(const PatternedCopy& c, Stream stream) {
  if (c.n > 0) copy_by_pattern<Load><<<c.pieces, PatternedCopy::piece, 0, stream>>>(c);
}

}  // namespace tilebridge::cuda
