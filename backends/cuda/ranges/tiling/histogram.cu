// SPDX-License-Identifier: Apache-2.0
// One byte per index of a range, or a contiguous share of the bytes per block, counted by ranges.
#include <cstdint>

#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::cuda::ranges::histogram_experiment {
namespace {

// [*]
constexpr int bins = Histogram::bins;

void clear_bins(const Histogram& h, Stream stream) {
  check(cudaMemsetAsync(h.counts, 0, bins * sizeof(*h.counts), stream), "clearing the bins");
}

// [global_atomic]
__global__ void global_atomic(Histogram h) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(h.n)) atomicAdd(&h.counts[h.in[i]], 1);
}

/// Where Kokkos clears the bins by a kernel, that is launched before this one.
void launch_global_atomic(const Histogram& h, const LaunchShapes& followed, Stream stream) {
  clear_bins(h, stream);
  if (h.n > 0 && !followed.empty()) launch(global_atomic, flat(followed.back()), stream, h);
}

// [block_private]
__global__ void block_private(Histogram h, std::int64_t share) {
  unsigned* counts = scratch<unsigned>();  // [bins]
  const auto n = static_cast<std::int64_t>(h.n);
  const std::int64_t first = blockIdx.x * share;
  const std::int64_t last = first + share < n ? first + share : n;
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x)
    atomicAdd(&counts[h.in[i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) atomicAdd(&h.counts[bin], counts[bin]);
}

/// The bytes are divided among as many blocks as Kokkos has teams.
void launch_block_private(const Histogram& h, const LaunchShapes& followed, Stream stream) {
  clear_bins(h, stream);
  if (h.n == 0 || followed.empty()) return;
  const std::int64_t n = h.n, blocks = followed.back().grid[0];
  launch(block_private, flat(followed.back()), stream, h, (n + blocks - 1) / blocks);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("histogram/global_atomic", launch_global_atomic);
  controls.add("histogram/block_private", launch_block_private);
}

}  // namespace tilebridge::cuda::ranges::histogram_experiment
