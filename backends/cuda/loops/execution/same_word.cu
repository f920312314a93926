// SPDX-License-Identifier: Apache-2.0
// One word per index of a range, stored apart or to the same place by all.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/same_word.hpp"

namespace tilebridge::cuda::loops::same_word_experiment {
namespace {

__global__ void apart(SameWord s) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) s.out[i] = s.in[i];
}

__global__ void plain_store(SameWord s) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) s.out[i % SameWord::block_size] = s.in[i];
}

__global__ void atomic_exchange(SameWord s) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) atomicExch(&s.out[i % SameWord::block_size], s.in[i]);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("same_word/apart", flat(apart));
  controls.add("same_word/plain_store", flat(plain_store));
  controls.add("same_word/atomic_exchange", flat(atomic_exchange));
}

}  // namespace tilebridge::cuda::loops::same_word_experiment
