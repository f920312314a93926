// SPDX-License-Identifier: Apache-2.0
// One element per thread; unused dynamic shared memory limits how many blocks fit.

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/execution/occupancy.hpp"

namespace tilebridge::cuda::occupancy_experiment {
namespace {

constexpr int block_size = OccupancyCopy::block_size;

__global__ void copy(OccupancyCopy c) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < c.n) c.out[i] = c.in[i];
}

/// Sets the SM's carveout to the maximum too, so that only the blocks' own size limits how many are
/// resident.
void allow_most_shared_memory(std::size_t bytes) {
  allow_shared_memory(copy, bytes);
  check(cudaFuncSetAttribute(copy, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        "preferring shared memory to cache");
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("occupancy/copy", [](const OccupancyCopy& c, Stream stream) {
    const std::size_t bytes = static_cast<std::size_t>(c.shared_kib) * 1024;
    allow_most_shared_memory(bytes);
    return [c, bytes, stream] {
      if (c.n > 0) copy<<<ceil_div(c.n, block_size), block_size, bytes, stream>>>(c);
    };
  });
}

}  // namespace tilebridge::cuda::occupancy_experiment
