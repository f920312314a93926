// SPDX-License-Identifier: Apache-2.0
// How `vector_load` of dot and reduce sums: a few 16-byte vectors per thread, all loaded before the
// first is added, then the block's sum, one atomic per block.
#pragma once

#include <cmath>

namespace tilebridge::vector_sums {

constexpr int block_size = 512;
/// A thread's 16-byte loads, over all arrays: 64 KiB in flight per block.
constexpr int loads = 8;

/// The number of additions that one of n elements of `bytes` passes through, where `arrays` arrays
/// share a thread's loads: over its vectors, over its block (in two steps, 16 threads and then one;
/// shuffles take fewer), over the blocks.
inline double longest_chain(double n, int bytes, int arrays = 1) {
  constexpr int shares = 16;
  const double width = 16.0 / bytes;
  const double vectors = static_cast<double>(loads) / arrays;
  const double blocks = std::ceil(n / (vectors * width * block_size));
  return std::log2(width) + vectors + 1 + block_size / shares + shares + blocks;
}

}  // namespace tilebridge::vector_sums
