// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from host memory or from a copy of it, and written likewise. With
// unified addressing a pointer to page-locked memory is valid on the device as well.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/transfers/zero_copy.hpp"

namespace tilebridge::cuda::zero_copy_experiment {
namespace {

constexpr int block_size = 256;

__global__ void scale(HostScale s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = 2 * s.in[i];
}

void mapped(const HostScale& s, Stream stream) {
  if (s.n > 0) scale<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

void staged(const HostScale& s, float* copy, Stream stream) {
  check(cudaMemcpyAsync(copy, s.in, s.n * sizeof(float), cudaMemcpyHostToDevice, stream),
        "copying in");
  mapped({copy, s.out, s.n}, stream);
}

void staged_write(const HostScale& s, float* result, Stream stream) {
  mapped({s.in, result, s.n}, stream);
  check(cudaMemcpyAsync(s.out, result, s.n * sizeof(float), cudaMemcpyDeviceToHost, stream),
        "copying out");
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("zero_copy/mapped", mapped);
  native.add_prepared("zero_copy/staged", [](const HostScale& s, Stream stream) {
    return [s, stream, copy = device_memory<float>(s.n)] { staged(s, copy.get(), stream); };
  });
  native.add("zero_copy/mapped_write", mapped);
  native.add_prepared("zero_copy/staged_write", [](const HostScale& s, Stream stream) {
    return
        [s, stream, result = device_memory<float>(s.n)] { staged_write(s, result.get(), stream); };
  });
}

}  // namespace tilebridge::cuda::zero_copy_experiment
