// SPDX-License-Identifier: Apache-2.0
// An atomic addition per element.
#include "catalogue/coalescing/scatter.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::scatter_experiment {
namespace {

void atomic(const Scatter& s, Threads threads) {
  std::fill_n(s.sums, s.bins, 0.0);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i) {
    double& sum = s.sums[s.bin[i]];
#pragma omp atomic
    sum += s.in[i];
  }
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("scatter/atomic", atomic); }

}  // namespace tilebridge::host::scatter_experiment
