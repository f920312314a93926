// SPDX-License-Identifier: Apache-2.0
// Separate bins per thread instead of per block.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::histogram_experiment {
namespace {

// [*]
constexpr int bins = Histogram::bins;

void add_atomically(std::uint32_t& count, std::uint32_t value) {
#pragma omp atomic
  count += value;
}

// [global_atomic]
void global_atomic(const Histogram& h, Threads threads) {
  std::fill_n(h.counts, bins, 0U);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < h.n; ++i) add_atomically(h.counts[h.in[i]], 1);
}

// [block_private]
void thread_private(const Histogram& h, Threads threads) {
  std::fill_n(h.counts, bins, 0U);
#pragma omp parallel num_threads(threads)
  {
    std::array<std::uint32_t, bins> counts = {};
#pragma omp for nowait
    for (std::size_t i = 0; i < h.n; ++i) ++counts[h.in[i]];
    for (int bin = 0; bin < bins; ++bin) add_atomically(h.counts[bin], counts[bin]);
  }
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("histogram/global_atomic", global_atomic);
  native.add("histogram/block_private", thread_private);
}

}  // namespace tilebridge::host::histogram_experiment
