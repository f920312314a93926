// SPDX-License-Identifier: Apache-2.0
// Blocks walk through tiles, each staged by one range and used by another, or both in one range
// over two tiles.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/async_copy.hpp"

namespace tilebridge::cuda::loops::async_copy_experiment {
namespace {

constexpr int tile = TileSums<float>::tile;

/// The sum of element t of the tile that begins at `begin` in `cache`.
template <class T>
__device__ T sum_of(const T* cache, int begin, int t, int uses) {
  T sum = 0;
  for (int k = 0; k < uses; ++k) sum = TileSums<T>::factor * sum + cache[begin + (t + k) % tile];
  return sum;
}

template <class T>
__global__ void staged(TileSums<T> s) {
  T* cache = scratch<T>();  // [tile]
  const std::int64_t n = s.n, apart = std::int64_t{tile} * gridDim.x;
  for (std::int64_t first = std::int64_t{tile} * blockIdx.x; first < n; first += apart) {
    for (int t = threadIdx.x; t < tile; t += blockDim.x)
      cache[t] = first + t < n ? s.in[first + t] : 0;
    __syncthreads();
    for (int t = threadIdx.x; t < tile; t += blockDim.x)
      if (first + t < n) s.out[first + t] = sum_of(cache, 0, t, s.uses);
    __syncthreads();
  }
}

template <class T>
__global__ void staged_double(TileSums<T> s) {
  T* cache = scratch<T>();  // [2 * tile]
  const std::int64_t n = s.n, apart = std::int64_t{tile} * gridDim.x;
  std::int64_t first = std::int64_t{tile} * blockIdx.x;
  for (int t = threadIdx.x; t < tile; t += blockDim.x)
    cache[t] = first + t < n ? s.in[first + t] : 0;
  __syncthreads();
  for (int turn = 0; first < n; first += apart, turn = 1 - turn) {
    for (int t = threadIdx.x; t < tile; t += blockDim.x) {
      const T held = first + apart + t < n ? s.in[first + apart + t] : 0;
      const T sum = sum_of(cache, turn * tile, t, s.uses);
      if (first + t < n) s.out[first + t] = sum;
      cache[(1 - turn) * tile + t] = held;
    }
    __syncthreads();
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("async_copy/staged", flat(staged<T>));
    controls.add("async_copy/staged_double", flat(staged_double<T>));
  });
}

}  // namespace tilebridge::cuda::loops::async_copy_experiment
