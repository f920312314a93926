// SPDX-License-Identifier: Apache-2.0
// Each thread counts the four bytes of a word at a time (lane_private: 64 bytes), one grid size
// apart; the variants differ in where the bins are stored.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::cuda::histogram_experiment {
namespace {

constexpr int bins = Histogram::bins;

/// Returns a launch of at most `most_blocks` blocks, of `block_size` threads and `piece` bytes
/// each.
template <void (*kernel)(Histogram), int block_size, int piece>
auto limited_launch(std::size_t most_blocks, const Histogram& h, Stream stream) {
  return [h, stream, blocks = std::min(ceil_div(h.n, piece), most_blocks)] {
    check(cudaMemsetAsync(h.counts, 0, bins * sizeof(*h.counts), stream), "clearing the bins");
    if (h.n > 0) kernel<<<blocks, block_size, 0, stream>>>(h);
  };
}

constexpr int block_size = Histogram::block_size;
constexpr int word_size = Histogram::word_size;

/// Calls count(byte) for each byte of the thread's words. The first threads of the grid also take
/// one byte each of those that do not fill a word.
template <class Count>
__device__ void for_each_byte(const Histogram& h, const Count& count) {
  const auto* in = reinterpret_cast<const std::uint32_t*>(h.in);
  const std::size_t words = h.n / word_size;
  const std::size_t thread = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const std::size_t grid_size = gridDim.x * std::size_t{block_size};
  for (std::size_t w = thread; w < words; w += grid_size) {
    const std::uint32_t word = in[w];
#pragma unroll
    for (int k = 0; k < word_size; ++k) count((word >> 8 * k) % bins);
  }
  if (thread < h.n % word_size) count(h.in[words * word_size + thread]);
}

__global__ void global_atomic(Histogram h) {
  for_each_byte(h, [&](std::uint32_t byte) { atomicAdd(&h.counts[byte], 1); });
}

__global__ void block_private(Histogram h) {
  __shared__ unsigned counts[bins];

  counts[threadIdx.x] = 0;
  __syncthreads();
  for_each_byte(h, [&](std::uint32_t byte) { atomicAdd(&counts[byte], 1); });
  __syncthreads();
  atomicAdd(&h.counts[threadIdx.x], counts[threadIdx.x]);
}

template <void (*kernel)(Histogram)>
auto prepare(const Histogram& h, Stream stream) {
  return limited_launch<kernel, block_size, block_size * word_size>(resident_threads() / block_size,
                                                                    h, stream);
}

/// A thread loads these vectors at once.
struct Held {
  uint4 vectors[Histogram::loads];
};

__device__ Held load(const uint4* in) {
  Held held;
#pragma unroll
  for (int k = 0; k < Histogram::loads; ++k) held.vectors[k] = in[k * Histogram::threads];
  return held;
}

__device__ void count(unsigned* lane_counts, unsigned four) {
#pragma unroll
  for (int shift = 0; shift < 32; shift += 8)
    atomicAdd(&lane_counts[(four >> shift) % bins * Histogram::lanes], 1);
}

__device__ void count(unsigned* lane_counts, uint4 sixteen) {
  count(lane_counts, sixteen.x);
  count(lane_counts, sixteen.y);
  count(lane_counts, sixteen.z);
  count(lane_counts, sixteen.w);
}

__global__ void __launch_bounds__(Histogram::threads, Histogram::blocks_wanted)
    lane_private(Histogram h) {
  constexpr int threads = Histogram::threads;
  constexpr int lanes = Histogram::lanes;
  __shared__ unsigned counts[bins * lanes];

  for (int i = threadIdx.x; i < bins * lanes; i += threads) counts[i] = 0;
  __syncthreads();
  unsigned* lane_counts = counts + threadIdx.x % lanes;

  const auto* in = reinterpret_cast<const uint4*>(h.in);
  constexpr std::size_t piece = Histogram::piece / sizeof(uint4);
  const std::size_t pieces = h.n / Histogram::piece;
  Held next = {};
  if (blockIdx.x < pieces) next = load(in + blockIdx.x * piece + threadIdx.x);
  for (std::size_t p = blockIdx.x; p < pieces; p += gridDim.x) {
    const Held held = next;
    if (p + gridDim.x < pieces) next = load(in + (p + gridDim.x) * piece + threadIdx.x);
#pragma unroll
    for (int k = 0; k < Histogram::loads; ++k) count(lane_counts, held.vectors[k]);
  }

  // The remainder: vectors that do not fill a piece, and bytes that do not fill a vector.
  for (std::size_t v = pieces * piece + blockIdx.x * threads + threadIdx.x; v < h.n / sizeof(uint4);
       v += gridDim.x * threads)
    count(lane_counts, in[v]);
  if (blockIdx.x == 0 && threadIdx.x < h.n % sizeof(uint4))
    atomicAdd(&lane_counts[h.in[h.n / sizeof(uint4) * sizeof(uint4) + threadIdx.x] * lanes], 1);
  __syncthreads();

  if (threadIdx.x >= bins) return;
  unsigned sum = 0;
  for (int k = 0; k < lanes; ++k)  // rotated so that each thread uses its own bank here too
    sum += counts[threadIdx.x * lanes + (threadIdx.x + k) % lanes];
  atomicAdd(&h.counts[threadIdx.x], sum);
}

auto prepare_lane_private(const Histogram& h, Stream stream) {
  return limited_launch<lane_private, Histogram::threads, Histogram::piece>(
      Histogram::blocks_wanted * multiprocessors(), h, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("histogram/global_atomic", prepare<global_atomic>);
  native.add_prepared("histogram/block_private", prepare<block_private>);
  native.add_prepared("histogram/lane_private", prepare_lane_private);
}

}  // namespace tilebridge::cuda::histogram_experiment
