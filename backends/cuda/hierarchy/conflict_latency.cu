// SPDX-License-Identifier: Apache-2.0
// The lanes of one warp follow chains in shared memory, several of them in each bank.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/hierarchy/conflict_latency.hpp"

namespace tilebridge::cuda::conflict_latency_experiment {
namespace {

using Word = std::uint32_t;
constexpr int lanes = ConflictingWalk::lanes;
constexpr int width = RowWalk::width;  // of a row: a word in each bank

/// A word is the index of the next one in its bank, so that a step is one load.
__global__ void conflicting_chains(ConflictingWalk c) {
  __shared__ Word words[ConflictingWalk::rows * width];

  const int lane = threadIdx.x;
  for (int row = 0; row < ConflictingWalk::rows; ++row)
    words[row * width + lane] = c.walk.next[row * width + lane] * width + lane;
  __syncthreads();
  Word i = lane % c.degree * width + lane / c.degree;
  for (int step = 0; step < c.walk.steps; ++step) i = words[i];
  c.last[lane] = i / width;
}

void launch(const ConflictingWalk& c, Stream stream) {
  conflicting_chains<<<1, lanes, 0, stream>>>(c);
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("conflict_latency/shared", launch); }

}  // namespace tilebridge::cuda::conflict_latency_experiment
