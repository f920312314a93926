// SPDX-License-Identifier: Apache-2.0
// A block's elements in a loop of its threads; unused shared memory limits how many blocks fit.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/occupancy.hpp"

namespace tilebridge::cuda::loops::occupancy_experiment {
namespace {

__global__ void copy(OccupancyCopy c) {
  constexpr int block_size = OccupancyCopy::block_size;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block_size, n = c.n;
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    if (first + t < n) c.out[first + t] = c.in[first + t];
}

}  // namespace

void register_kernels(NativeKernels& native) { Controls(native).add("occupancy/copy", flat(copy)); }

}  // namespace tilebridge::cuda::loops::occupancy_experiment
