// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from an address that is not a multiple of the transaction size.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/offset.hpp"

namespace tilebridge::cuda::offset_experiment {
namespace {

constexpr int block_size = 256;

__global__ void copy(OffsetCopy c) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < c.n) c.out[i] = c.base[c.offset + i];
}

void launch(const OffsetCopy& c, Stream stream) {
  if (c.n > 0) copy<<<ceil_div(c.n, block_size), block_size, 0, stream>>>(c);
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("offset/copy", launch); }

}  // namespace tilebridge::cuda::offset_experiment
