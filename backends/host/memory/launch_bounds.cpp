// SPDX-License-Identifier: Apache-2.0
// More values than fit into a CPU's registers: they stay in the L1 cache.
#include "catalogue/memory/launch_bounds.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::launch_bounds_experiment {
namespace {

constexpr std::size_t values = Averaging::values;

void average(const Averaging& a, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < a.n; ++i) {
    std::array<float, values> value;
    std::copy_n(a.in + i, values, value.begin());
    for (int sweep = 0; sweep < a.sweeps; ++sweep) {
      for (std::size_t k = 0; k + 1 < values; ++k) value[k] = 0.5F * (value[k] + value[k + 1]);
      value.back() = 0.5F * (value.back() + value.front());
    }
    float sum = 0;
    for (const float v : value) sum += v;
    a.out[i] = sum;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("launch_bounds/blocks_1", average); }

}  // namespace tilebridge::host::launch_bounds_experiment
