// SPDX-License-Identifier: Apache-2.0
// One element per thread, added to the sum of its bin.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/scatter.hpp"

namespace tilebridge::cuda::scatter_experiment {
namespace {

constexpr int block_size = 256;

__global__ void atomic(Scatter s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) atomicAdd(&s.sums[s.bin[i]], s.in[i]);
}

void launch_atomic(const Scatter& s, Stream stream) {
  check(cudaMemsetAsync(s.sums, 0, s.bins * sizeof(double), stream), "clearing the sums");
  if (s.n > 0) atomic<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("scatter/atomic", launch_atomic); }

}  // namespace tilebridge::cuda::scatter_experiment
