// SPDX-License-Identifier: Apache-2.0
// Results with two members, joined over the threads of a warp and of a block by shuffles.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/execution/reducers.hpp"

namespace tilebridge::cuda {

// [shown]
template <class T>
__device__ T shuffled_down(T number, int distance) {
  return __shfl_down_sync(0xffffffff, number, distance);
}
template <class T>
__device__ Extremes<T> shuffled_down(const Extremes<T>& e, int distance) {
  return {shuffled_down(e.smallest, distance), shuffled_down(e.largest, distance)};
}
template <class T>
__device__ Smallest<T> shuffled_down(const Smallest<T>& s, int distance) {
  return {shuffled_down(s.value, distance), shuffled_down(s.index, distance)};
}
template <class T>
__device__ SumAndCount<T> shuffled_down(const SumAndCount<T>& s, int distance) {
  return {shuffled_down(s.sum, distance), shuffled_down(s.negatives, distance)};
}

/// The results of a warp's lanes, joined in lane 0. Every lane must call it.
template <class Result>
__device__ Result joined_in_warp(Result result) {
  for (int distance = warp_size / 2; distance > 0; distance /= 2)
    result.join(shuffled_down(result, distance));
  return result;
}

/// The results of a block's threads, joined in thread 0. Every thread must call it.
template <int block_size, class Result>
__device__ Result joined_in_block(Result result) {
  constexpr int warps = block_size / warp_size;
  __shared__ Result of_warps[warps];

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  result = joined_in_warp(result);
  if (lane == 0) of_warps[warp] = result;
  __syncthreads();
  if (warp > 0) return result;
  return joined_in_warp(lane < warps ? of_warps[lane] : Result::none());
}

}  // namespace tilebridge::cuda
