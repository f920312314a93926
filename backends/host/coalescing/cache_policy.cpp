// SPDX-License-Identifier: Apache-2.0
// On a CPU all loads go through all caches: one variant.
#include "catalogue/coalescing/cache_policy.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::cache_policy_experiment {
namespace {

void default_load(const PieceSum& p, Threads threads) {
  constexpr std::size_t piece = PieceSum::piece;
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < p.n; first += piece) {
    const std::size_t size = std::min(piece, p.n - first);
    for (std::size_t thread = 0; thread < size; ++thread) {
      float sum = 0;
      for (int k = 0; k < p.reuse; ++k) {
        const std::size_t j = PieceSum::place(thread, static_cast<std::size_t>(k));
        if (j < size) sum += static_cast<float>(k + 1) * p.in[first + j];
      }
      p.out[first + thread] = sum;
    }
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_policy/default_load", default_load);
}

}  // namespace tilebridge::host::cache_policy_experiment
