// SPDX-License-Identifier: Apache-2.0
// One weighted sum per thread over its block's elements; variants differ in where these are read.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/reuse.hpp"

namespace tilebridge::cuda::reuse_experiment {
namespace {

// [*]
constexpr int block_size = Reuse::block_size;

// [direct]
__global__ void direct(Reuse r) {
  const std::size_t first = blockIdx.x * std::size_t{block_size};
  const std::size_t i = first + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) {
    const std::size_t used = first + (threadIdx.x + k) % block_size;
    sum += (used < r.n ? r.in[used] : 0) * r.weight[k];
  }
  if (i < r.n) r.out[i] = sum;
}

// [staged]
__global__ void staged(Reuse r) {
  __shared__ float cache[block_size];

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  cache[threadIdx.x] = i < r.n ? r.in[i] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) sum += cache[(threadIdx.x + k) % block_size] * r.weight[k];
  if (i < r.n) r.out[i] = sum;
}

// [*]
template <void (*kernel)(Reuse)>
void launch(const Reuse& r, Stream stream) {
  if (r.n > 0) kernel<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reuse/direct", launch<direct>);
  native.add("reuse/staged", launch<staged>);
}

}  // namespace tilebridge::cuda::reuse_experiment
