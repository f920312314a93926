// SPDX-License-Identifier: Apache-2.0
// One element per thread; arrays of the host are used in place or copied. With unified addressing a
// pointer to page-locked memory is valid on the device as well.
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

auto staged(const HostScale& s, Stream stream) {
  return [=, copy = device_memory<float>(s.n)] {
    check(cudaMemcpyAsync(copy.get(), s.in, s.n * sizeof(float), cudaMemcpyHostToDevice, stream),
          "copying in");
    mapped({copy.get(), s.out, s.n}, stream);
  };
}

auto staged_write(const HostScale& s, Stream stream) {
  return [=, result = device_memory<float>(s.n)] {
    mapped({s.in, result.get(), s.n}, stream);
    check(cudaMemcpyAsync(s.out, result.get(), s.n * sizeof(float), cudaMemcpyDeviceToHost, stream),
          "copying out");
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("zero_copy/mapped", mapped);
  native.add_prepared("zero_copy/staged", staged);
  native.add("zero_copy/mapped_write", mapped);
  native.add_prepared("zero_copy/staged_write", staged_write);
}

}  // namespace tilebridge::cuda::zero_copy_experiment
