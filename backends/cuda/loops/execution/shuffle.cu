// SPDX-License-Identifier: Apache-2.0
// A warp's sum as a tree in shared memory, in loops of a block of 32 threads.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/shuffle.hpp"

namespace tilebridge::cuda::loops::shuffle_experiment {
namespace {

using Word = std::uint32_t;
constexpr int lanes = WarpExchange::warp_size;

__global__ void sum_shared(WarpExchange w) {
  Word* own = scratch<Word>();  // [lanes]
  Word* sums = own + lanes;     // [lanes]
  const std::size_t first = blockIdx.x * std::size_t{lanes};
  for (int lane = threadIdx.x; lane < lanes; lane += blockDim.x)
    sums[lane] = own[lane] = w.in[first + lane];
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r) {
    for (int half = lanes / 2; half > 0; half /= 2) {
      for (int lane = threadIdx.x; lane < half; lane += blockDim.x) sums[lane] += sums[lane + half];
      __syncthreads();
    }
    const Word sum = sums[0];
    __syncthreads();  // all lanes have read before any writes
    for (int lane = threadIdx.x; lane < lanes; lane += blockDim.x) sums[lane] = own[lane] ^ sum;
    __syncthreads();
  }
  for (int lane = threadIdx.x; lane < lanes; lane += blockDim.x) w.out[first + lane] = sums[lane];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("shuffle/sum_shared", flat(sum_shared));
}

}  // namespace tilebridge::cuda::loops::shuffle_experiment
