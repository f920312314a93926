// SPDX-License-Identifier: Apache-2.0
// One word per thread, stored apart or to the same place from all blocks.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/same_word.hpp"

namespace tilebridge::cuda::same_word_experiment {
namespace {

constexpr int block_size = SameWord::block_size;

__global__ void apart(SameWord s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = s.in[i];
}

__global__ void plain_store(SameWord s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[threadIdx.x] = s.in[i];
}

__global__ void atomic_exchange(SameWord s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) atomicExch(s.out + threadIdx.x, s.in[i]);
}

template <auto kernel>
void launch(const SameWord& s, Stream stream) {
  if (s.n > 0) kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("same_word/apart", launch<apart>);
  native.add("same_word/plain_store", launch<plain_store>);
  native.add("same_word/atomic_exchange", launch<atomic_exchange>);
}

}  // namespace tilebridge::cuda::same_word_experiment
