// SPDX-License-Identifier: Apache-2.0
// Sums over the threads of a warp and of a block, by shuffles.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

// [shown]
/// The sum of `value` over the warp, in lane 0; with fewer `lanes`, over each group of that many
/// lanes, in its first lane. Every lane must call it.
template <int lanes = warp_size, class T>
__device__ T warp_sum(T value) {
  for (int distance = lanes / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance, lanes);
  return value;
}

/// The sum of `value` over a block of `block_size` threads, in thread 0. Every thread must call it.
template <int block_size, class T>
__device__ T block_sum(T value) {
  constexpr int warps = block_size / warp_size;
  __shared__ T sums[warps];

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  const T sum = warp_sum(value);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return 0;
  return warp_sum(lane < warps ? sums[lane] : 0);
}

}  // namespace tilebridge::cuda
