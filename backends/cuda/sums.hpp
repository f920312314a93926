// Sums over the threads of a warp and of a block, by shuffles.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

/// The sum of `value` over the warp, in lane 0. Every lane must call it.
__device__ inline float warp_sum(float value) {
  for (int distance = warp_size / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

/// The sum of `value` over a block of `block_size` threads, in thread 0. Every thread must call it.
template <int block_size>
__device__ float block_sum(float value) {
  constexpr int warps = block_size / warp_size;
  __shared__ float sums[warps];

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  const float sum = warp_sum(value);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return 0;
  return warp_sum(lane < warps ? sums[lane] : 0);
}

}  // namespace tilebridge::cuda
