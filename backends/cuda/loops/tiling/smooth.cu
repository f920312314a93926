// SPDX-License-Identifier: Apache-2.0
// One average per index of a range, or tiles that one range fills and another averages.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/smooth.hpp"

namespace tilebridge::cuda::loops::smooth_experiment {
namespace {

/// The range begins at 1.
template <class T>
__global__ void direct(Smooth<T> s) {
  const std::int64_t i = 1 + index_in_range();
  if (i < static_cast<std::int64_t>(s.n) - 1) s.out[i] = (s.in[i - 1] + s.in[i] + s.in[i + 1]) / 3;
}

constexpr int block_size = Smooth<float>::block_size;

template <class T>
__global__ void tile_halo(Smooth<T> s) {
  T* tile = scratch<T>();  // [block_size + 2]
  const std::size_t first = std::size_t{block_size} * blockIdx.x;
  for (int t = threadIdx.x; t < block_size + 2; t += blockDim.x)
    if (first + t < s.n) tile[t] = s.in[first + t];
  __syncthreads();
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    if (first + t + 2 < s.n) s.out[first + t + 1] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("smooth/direct", flat(direct<T>));
    controls.add("smooth/tile_halo", flat(tile_halo<T>));
  });
}

}  // namespace tilebridge::cuda::loops::smooth_experiment
