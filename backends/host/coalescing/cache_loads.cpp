// SPDX-License-Identifier: Apache-2.0
// On a CPU all loads go through all caches: one variant.
#include "catalogue/coalescing/cache_loads.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::cache_loads_experiment {
namespace {

void default_load(const PatternedCopy& c, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < c.n; ++i)
    c.out[i] = c.in[PatternedCopy::source(c.pattern, c.pieces, i)];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_loads/default_load", default_load);
}

}  // namespace tilebridge::host::cache_loads_experiment
