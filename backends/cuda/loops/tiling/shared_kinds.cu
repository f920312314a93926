// SPDX-License-Identifier: Apache-2.0
// Averages in two arrays of dynamic shared memory, of one dimension or of three, by one range after
// another.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/shared_kinds.hpp"

namespace tilebridge::cuda::loops::shared_kinds_experiment {
namespace {

constexpr int block_size = StagedAverages::block_size;

template <class Array>
__device__ void stage_and_average(const StagedAverages& s, Array even, Array odd) {
  const std::size_t first = std::size_t{block_size} * blockIdx.x;
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    s.at(even, t) = first + t < s.n ? s.in[first + t] : 0;
  for (int r = 0; r < s.rounds; ++r) {
    __syncthreads();
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) s.at(odd, t) = s.average_in(even, t);
    __syncthreads();
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) s.at(even, t) = s.average_in(odd, t);
  }
  __syncthreads();
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    if (first + t < s.n) s.out[first + t] = s.average_in(even, t);
}

__global__ void dynamic_array(StagedAverages s) {
  float* even = scratch<float>();  // [block_size]
  stage_and_average(s, even, even + block_size);
}

__global__ void three_dimensional(StagedAverages s) {
  auto* even = scratch<StagedAverages::Plane>();  // [planes]
  stage_and_average(s, even, even + StagedAverages::planes);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("shared_kinds/dynamic_array", flat(dynamic_array));
  controls.add("shared_kinds/three_dimensional", flat(three_dimensional));
}

}  // namespace tilebridge::cuda::loops::shared_kinds_experiment
