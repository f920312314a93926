// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory: 256 structures fit into the L1 cache.
#include "catalogue/tiling/reorder.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::reorder_experiment {
namespace {

constexpr std::size_t members = Reorder::members;

void direct(const Reorder& r, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < r.n; ++i)
    for (std::size_t m = 0; m < members; ++m) r.out[m * r.n + i] = r.in[i * members + m];
}

constexpr std::size_t block_size = Reorder::block_size;

void staged(const Reorder& r, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < r.n; first += block_size) {
    std::array<float, block_size * members> words;
    const std::size_t count = std::min(block_size, r.n - first);
    std::copy_n(r.in + first * members, count * members, words.begin());
    for (std::size_t m = 0; m < members; ++m)
      for (std::size_t k = 0; k < count; ++k) r.out[m * r.n + first + k] = words[k * members + m];
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reorder/direct", direct);
  native.add("reorder/staged", staged);
}

}  // namespace tilebridge::host::reorder_experiment
