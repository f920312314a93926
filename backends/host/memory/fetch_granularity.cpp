// SPDX-License-Identifier: Apache-2.0
// One word at a time, from places that are further apart than a cache line.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>

#include "backends/host/native.hpp"

namespace tilebridge::host::fetch_granularity_experiment {
namespace {

void strided(const SparseReads& r, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t i = 0; i < r.count; ++i) r.out[i] = r.in[i * r.stride];
}

void random(const SparseReads& r, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t i = 0; i < r.count; ++i) r.out[i] = r.in[r.index[i] * r.stride];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("fetch_granularity/strided", strided);
  native.add("fetch_granularity/random", random);
}

}  // namespace tilebridge::host::fetch_granularity_experiment
