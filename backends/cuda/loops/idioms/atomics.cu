// SPDX-License-Identifier: Apache-2.0
// The largest of random numbers, by a loop of compare and swap.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/atomics.hpp"

namespace tilebridge::cuda::loops::atomics_experiment {
namespace {

using Word = std::uint32_t;

__device__ void keep_larger(Word* word, Word v) {
  Word assumed;
  Word found = *word;
  do {
    assumed = found;
    found = atomicCAS(word, assumed, assumed < v ? v : assumed);
  } while (found != assumed);
}

__global__ void compare(Tally t) {
  for (int thread = threadIdx.x; thread < Tally::block_size; thread += blockDim.x) {
    Word v = t.in[blockIdx.x * Tally::block_size + thread];
    for (int r = 0; r < t.repeats; ++r) {
      v = Tally::next(v);
      keep_larger(t.out + Tally::bin(v), v);
    }
  }
}

void clear_and_compare(const Tally& t, const LaunchShapes& followed, Stream stream) {
  check(cudaMemsetAsync(t.out, 0, t.words * sizeof(Word), stream), "clearing the words");
  if (!followed.empty()) launch(compare, flat(followed.back()), stream, t);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls(native).add("atomics/compare", clear_and_compare);
}

}  // namespace tilebridge::cuda::loops::atomics_experiment
