// SPDX-License-Identifier: Apache-2.0
// One weighted sum per index of a range, over its block's elements in global memory, or staged by
// one range and used by another.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/reuse.hpp"

namespace tilebridge::cuda::loops::reuse_experiment {
namespace {

constexpr int block_size = Reuse::block_size;

__global__ void direct(Reuse r) {
  const std::int64_t i = index_in_range(), n = r.n;
  if (i >= n) return;
  const int t = i % block_size;
  const std::int64_t first = i - t;
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) {
    const std::int64_t used = first + (t + k) % block_size;
    sum += (used < n ? r.in[used] : 0) * r.weight[k];
  }
  r.out[i] = sum;
}

__global__ void staged(Reuse r) {
  float* cache = scratch<float>();  // [block_size]
  const std::size_t first = std::size_t{block_size} * blockIdx.x;
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    cache[t] = first + t < r.n ? r.in[first + t] : 0;
  __syncthreads();
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
    if (first + t >= r.n) continue;
    float sum = 0;
    for (int k = 0; k < r.uses; ++k) sum += cache[(t + k) % block_size] * r.weight[k];
    r.out[first + t] = sum;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("reuse/direct", flat(direct));
  controls.add("reuse/staged", flat(staged));
}

}  // namespace tilebridge::cuda::loops::reuse_experiment
