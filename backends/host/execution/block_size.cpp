// SPDX-License-Identifier: Apache-2.0
// The CPU counterpart of the threads in a block are its own threads: as many as requested.
#include "catalogue/execution/block_size.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::block_size_experiment {

void register_kernels(NativeKernels& native) {
  native.add("block_size/threads", [](const BlockedAdd& p, Threads) {
#pragma omp parallel for num_threads(p.threads)
    for (std::size_t i = 0; i < p.n; ++i) p.c[i] = p.a[i] + p.b[i];
  });
}

}  // namespace tilebridge::host::block_size_experiment
