// SPDX-License-Identifier: Apache-2.0
// One word per index of a range, from places that are further apart than a sector.
#include <cstdint>

#include "backends/cache/fetch_limit.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/fetch_granularity.hpp"

namespace tilebridge::cuda::loops::fetch_granularity_experiment {
namespace {

__global__ void strided(SparseReads r) {
  const std::int64_t i = index_in_range();
  if (i < r.count) r.out[i] = r.in[i * r.stride];
}

__global__ void random(SparseReads r) {
  const std::int64_t i = index_in_range();
  if (i < r.count) r.out[i] = r.in[r.index[i] * r.stride];
}

template <void (*kernel)(SparseReads)>
auto prepare(const SparseReads& r, const LaunchShapes& followed, Stream stream) {
  return [r, followed, stream, limit = cache::fetch_limit(r.granularity)] {
    limit->ensure();
    flat(kernel)(r, followed, stream);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add_prepared("fetch_granularity/strided", prepare<strided>);
  controls.add_prepared("fetch_granularity/random", prepare<random>);
}

}  // namespace tilebridge::cuda::loops::fetch_granularity_experiment
