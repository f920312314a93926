// SPDX-License-Identifier: Apache-2.0
// A range has a word of four bytes per index, or a block has a contiguous share of the words, which
// ranges count.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::cuda::loops::histogram_experiment {
namespace {

constexpr int bins = Histogram::bins;
constexpr int word_size = Histogram::word_size;

__device__ void count(unsigned* counts, std::uint32_t word) {
#pragma unroll
  for (int k = 0; k < word_size; ++k) atomicAdd(&counts[(word >> 8 * k) % bins], 1);
}

void clear_bins(const Histogram& h, Stream stream) {
  check(cudaMemsetAsync(h.counts, 0, bins * sizeof(*h.counts), stream), "clearing the bins");
}

__global__ void global_atomic(Histogram h) {
  const auto* in = reinterpret_cast<const std::uint32_t*>(h.in);
  const std::int64_t words = h.n / word_size, rest = h.n % word_size;
  const std::int64_t i = index_in_range();
  if (i >= (words < rest ? rest : words)) return;
  if (i < words) count(h.counts, in[i]);
  if (i < rest) atomicAdd(&h.counts[h.in[words * word_size + i]], 1);
}

/// Kokkos may clear the bins by a kernel, whose launch is then the first of `followed`.
void launch_global_atomic(const Histogram& h, const LaunchShapes& followed, Stream stream) {
  clear_bins(h, stream);
  if (h.n > 0 && !followed.empty()) launch(global_atomic, flat(followed.back()), stream, h);
}

__global__ void block_private(Histogram h, std::int64_t share) {
  unsigned* counts = scratch<unsigned>();  // [bins]
  const auto* in = reinterpret_cast<const std::uint32_t*>(h.in);
  const std::int64_t words = h.n / word_size;
  const int rest = h.n % word_size;
  const std::int64_t first = blockIdx.x * share;
  const std::int64_t last = first + share < words ? first + share : words;
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x) count(counts, in[i]);
  if (blockIdx.x == 0)
    for (int i = threadIdx.x; i < rest; i += blockDim.x)
      atomicAdd(&counts[h.in[words * word_size + i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) atomicAdd(&h.counts[bin], counts[bin]);
}

/// The words are divided among as many blocks as Kokkos has teams.
void launch_block_private(const Histogram& h, const LaunchShapes& followed, Stream stream) {
  clear_bins(h, stream);
  if (h.n == 0 || followed.empty()) return;
  const std::int64_t words = h.n / word_size, blocks = followed.back().grid[0];
  launch(block_private, flat(followed.back()), stream, h, (words + blocks - 1) / blocks);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("histogram/global_atomic", launch_global_atomic);
  controls.add("histogram/block_private", launch_block_private);
}

}  // namespace tilebridge::cuda::loops::histogram_experiment
