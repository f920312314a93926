// SPDX-License-Identifier: Apache-2.0
// A block stores its piece again and again and loads what it stored, in loops of all its threads.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/cache_stores.hpp"

namespace tilebridge::cuda::loops::cache_stores_experiment {
namespace {

/// Copies the piece that begins at element `begin`.
__device__ void step(std::int64_t begin, float* to, const float* from) {
  for (int j = threadIdx.x; j < StoreAndRead::piece; j += blockDim.x)
    to[begin + j] = from[begin + StoreAndRead::next(j)];
  __syncthreads();
}

__global__ void default_store(StoreAndRead s) {
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * StoreAndRead::piece;
  step(begin, s.first, s.in);
  for (int k = 1; k < s.steps; ++k)
    if (k % 2 == 1)
      step(begin, s.second, s.first);
    else
      step(begin, s.first, s.second);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls(native).add("cache_stores/default_store", flat(default_store));
}

}  // namespace tilebridge::cuda::loops::cache_stores_experiment
