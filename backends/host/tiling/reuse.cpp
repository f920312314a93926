// SPDX-License-Identifier: Apache-2.0
// Weighted sums as on a GPU; staged first copies a block's elements.
#include "catalogue/tiling/reuse.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::reuse_experiment {
namespace {

constexpr std::size_t block_size = Reuse::block_size;

void direct(const Reuse& r, Threads threads) {
  const auto uses = static_cast<std::size_t>(r.uses);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < r.n; ++i) {
    const std::size_t thread = i % block_size;
    const std::size_t first = i - thread;
    float sum = 0;
    for (std::size_t k = 0; k < uses; ++k) {
      const std::size_t used = first + (thread + k) % block_size;
      sum += (used < r.n ? r.in[used] : 0) * r.weight[k];
    }
    r.out[i] = sum;
  }
}

void staged(const Reuse& r, Threads threads) {
  const auto uses = static_cast<std::size_t>(r.uses);
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < r.n; first += block_size) {
    const std::size_t count = std::min(block_size, r.n - first);
    std::array<float, block_size> cache = {};
    std::copy_n(r.in + first, count, cache.begin());
    for (std::size_t thread = 0; thread < count; ++thread) {
      float sum = 0;
      for (std::size_t k = 0; k < uses; ++k) sum += cache[(thread + k) % block_size] * r.weight[k];
      r.out[first + thread] = sum;
    }
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reuse/direct", direct);
  native.add("reuse/staged", staged);
}

}  // namespace tilebridge::host::reuse_experiment
