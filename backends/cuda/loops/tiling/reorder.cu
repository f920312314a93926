// SPDX-License-Identifier: Apache-2.0
// One structure per index of a range, or 256 structures that one range stages, word by word, and
// another takes apart.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/reorder.hpp"

namespace tilebridge::cuda::loops::reorder_experiment {
namespace {

constexpr int members = Reorder::members;

__global__ void direct(Reorder r) {
  const std::int64_t i = index_in_range(), n = r.n;
  if (i < n)
    for (int m = 0; m < members; ++m) r.out[m * n + i] = r.in[i * members + m];
}

constexpr int block_size = Reorder::block_size;
constexpr int row = Reorder::row;
constexpr int rows = Reorder::rows;

__device__ float& at(float* words, int y, int x) { return words[y * (row + 1) + x]; }

__global__ void staged(Reorder r) {
  float* words = scratch<float>();  // [rows][row + 1]
  const std::int64_t n = r.n;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block_size;
  for (int e = threadIdx.x; e < rows * row; e += blockDim.x) {
    const std::int64_t word = first * members + e;
    if (word < n * members) at(words, e / row, e % row) = r.in[word];
  }
  __syncthreads();
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
    if (first + t >= n) continue;
    for (int m = 0; m < members; ++m)
      r.out[m * n + first + t] = at(words, t / 16, t % 16 * members + m);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("reorder/direct", flat(direct));
  controls.add("reorder/staged", flat(staged));
}

}  // namespace tilebridge::cuda::loops::reorder_experiment
