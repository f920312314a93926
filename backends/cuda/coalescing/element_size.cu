// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/element_size.hpp"

namespace tilebridge::cuda::element_size_experiment {
namespace {

constexpr int block_size = 256;

template <class T>
__global__ void copy(const T* in, T* out, std::size_t count) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < count) out[i] = in[i];
}

void launch(const SizedCopy& c, Stream stream) {
  if (c.count == 0) return;
  with_element(c.bytes, [&]<class T>() {
    copy<<<ceil_div(c.count, block_size), block_size, 0, stream>>>(static_cast<const T*>(c.in),
                                                                   static_cast<T*>(c.out), c.count);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("element_size/same_count", launch);
  native.add("element_size/same_bytes", launch);
}

}  // namespace tilebridge::cuda::element_size_experiment
