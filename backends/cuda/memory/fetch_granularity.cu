// SPDX-License-Identifier: Apache-2.0
// One word per thread, from places that are further apart than a sector. A limit of the device says
// how much L2 fetches around each word.
#include "backends/cache/fetch_limit.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/fetch_granularity.hpp"

namespace tilebridge::cuda::fetch_granularity_experiment {
namespace {

constexpr int block_size = 256;

__global__ void strided(SparseReads r) {
  const std::int64_t i = std::int64_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < r.count) r.out[i] = r.in[i * r.stride];
}

__global__ void random(SparseReads r) {
  const std::int64_t i = std::int64_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < r.count) r.out[i] = r.in[r.index[i] * r.stride];
}

template <void (*kernel)(SparseReads)>
auto prepare(const SparseReads& r, Stream stream) {
  return [r, stream, limit = cache::fetch_limit(r.granularity)] {
    limit->ensure();
    if (r.count > 0) kernel<<<ceil_div(r.count, block_size), block_size, 0, stream>>>(r);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("fetch_granularity/strided", prepare<strided>);
  native.add_prepared("fetch_granularity/random", prepare<random>);
}

}  // namespace tilebridge::cuda::fetch_granularity_experiment
