// SPDX-License-Identifier: Apache-2.0
// A working set is added again and again to words that stream through.
#include "catalogue/memory/residency.hpp"

#include <cstdint>

#include "backends/host/native.hpp"

namespace tilebridge::host::residency_experiment {
namespace {

void plain(const SetSums& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t i = 0; i < s.n; ++i) s.out[i] = s.in[i] + s.set[i % s.set_words];
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("residency/plain", plain); }

}  // namespace tilebridge::host::residency_experiment
