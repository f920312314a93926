// SPDX-License-Identifier: Apache-2.0
// On a CPU an offset splits vector loads across two cache lines (64 bytes).
#include "catalogue/coalescing/offset.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::offset_experiment {

void register_kernels(NativeKernels& native) {
  native.add("offset/copy", [](const OffsetCopy& c, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < c.n; ++i) c.out[i] = c.base[c.offset + i];
  });
}

}  // namespace tilebridge::host::offset_experiment
