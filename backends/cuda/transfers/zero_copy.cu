// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from host memory or from a copy of it. With unified addressing a
// pointer to page-locked memory is valid on the device as well.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/transfers/zero_copy.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
constexpr int block_size = 256;

__global__ void scale(HostScale s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = 2 * s.in[i];
}

void mapped(const HostScale& s, Stream stream) {
  if (s.n > 0) scale<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

// [staged]
void staged(const HostScale& s, float* copy, Stream stream) {
  check(cudaMemcpyAsync(copy, s.in, s.n * sizeof(float), cudaMemcpyHostToDevice, stream),
        "copying in");
  mapped({copy, s.out, s.n}, stream);
}

// [/]

}  // namespace

void add_zero_copy(NativeKernels& native) {
  native.add("zero_copy/mapped", mapped);
  native.add_prepared("zero_copy/staged", [](const HostScale& s, Stream stream) {
    return [s, stream, copy = device_memory<float>(s.n)] { staged(s, copy.get(), stream); };
  });
}

}  // namespace tilebridge::cuda
