// SPDX-License-Identifier: Apache-2.0
// On a CPU all stores go to the first cache: one variant.
#include "catalogue/coalescing/cache_stores.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::cache_stores_experiment {
namespace {

constexpr int piece = StoreAndRead::piece;

void step(float* to, const float* from) {
  for (int j = 0; j < piece; ++j) to[j] = from[StoreAndRead::next(j)];
}

void default_store(const StoreAndRead& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t block = 0; block < s.blocks; ++block) {
    float* const first = s.first + block * piece;
    float* const second = s.second + block * piece;
    step(first, s.in + block * piece);
    for (int k = 1; k < s.steps; ++k)
      if (k % 2 == 1)
        step(second, first);
      else
        step(first, second);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_stores/default_store", default_store);
}

}  // namespace tilebridge::host::cache_stores_experiment
