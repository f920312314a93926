// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, read starting at an offset.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/offset.hpp"

namespace tilebridge::cuda::loops::offset_experiment {
namespace {

__global__ void copy(OffsetCopy c) {
  const std::int64_t i = index_in_range(), offset = c.offset;
  if (i < static_cast<std::int64_t>(c.n)) c.out[i] = c.base[offset + i];
}

}  // namespace

void register_kernels(NativeKernels& native) { Controls(native).add("offset/copy", flat(copy)); }

}  // namespace tilebridge::cuda::loops::offset_experiment
