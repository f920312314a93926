// SPDX-License-Identifier: Apache-2.0
// One array per thread: in registers if the compiler knows every index and there are enough, else
// in local memory, or where the kernel puts it, in shared or in global memory.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/local_array.hpp"

namespace tilebridge::cuda::local_array_experiment {
namespace {

constexpr int block_size = LaggedSums::block_size;

/// One source for all: what matters is whether the caller's `lag` is a constant, and the length.
template <int length>
__device__ __forceinline__ std::uint32_t lagged_sum(std::uint32_t seed, int rounds, int lag) {
  std::uint32_t ring[length];
#pragma unroll
  for (int j = 0; j < length; ++j) ring[j] = seed * (2 * j + 1);
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int j = 0; j < length; ++j) ring[j] += ring[(j + length - lag) & (length - 1)];
  std::uint32_t sum = 0;
#pragma unroll
  for (int j = 0; j < length; ++j) sum += ring[j];
  return sum;
}

__global__ void compile_time(LaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, LaggedSums::lag);
}

__global__ void run_time(LaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, s.lag_at_run_time);
}

__global__ void large(LargeLaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n)
    s.out[i] = lagged_sum<LargeLaggedSums::length>(s.in[i], s.rounds, LargeLaggedSums::lag);
}

/// ring(j): element j of the thread's array. The compiler does not know `lag`, so the array has to
/// be in memory.
template <class Ring>
__device__ std::uint32_t sum_in(const Ring& ring, std::uint32_t seed, int rounds, int lag) {
  constexpr int length = LaggedSums::length;
  for (int j = 0; j < length; ++j) ring(j) = seed * (2 * j + 1);
  for (int round = 0; round < rounds; ++round)
    for (int j = 0; j < length; ++j) ring(j) += ring((j + length - lag) & (length - 1));
  std::uint32_t sum = 0;
  for (int j = 0; j < length; ++j) sum += ring(j);
  return sum;
}

__global__ void team_scratch(LaggedSums s) {
  __shared__ std::uint32_t rings[LaggedSums::length][block_size];

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const auto ring = [&](int j) -> std::uint32_t& { return rings[j][threadIdx.x]; };
  if (i < s.n) s.out[i] = sum_in(ring, s.in[i], s.rounds, s.lag_at_run_time);
}

/// One word lies between the arrays of two threads: without, all would be in the same bank.
__global__ void thread_scratch(LaggedSums s) {
  __shared__ std::uint32_t rings[block_size][LaggedSums::length + 1];

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const auto ring = [&](int j) -> std::uint32_t& { return rings[threadIdx.x][j]; };
  if (i < s.n) s.out[i] = sum_in(ring, s.in[i], s.rounds, s.lag_at_run_time);
}

/// The arrays of a block: element j of all threads, then element j + 1.
struct SideBySide {
  static __device__ int place(int j) { return j * block_size + threadIdx.x; }
};

/// The arrays of a block: one thread's, then the next one's.
struct OneAfterAnother {
  static __device__ int place(int j) { return threadIdx.x * LaggedSums::length + j; }
};

constexpr int ring_words = LaggedSums::length * block_size;  // of a block
constexpr int most_blocks = 1024;

template <class Layout>
__global__ void in_global_memory(LaggedSums s, std::uint32_t* rings) {
  std::uint32_t* const own = rings + std::size_t(blockIdx.x) * ring_words;
  const auto ring = [&](int j) -> std::uint32_t& { return own[Layout::place(j)]; };
  const std::size_t threads = std::size_t(gridDim.x) * block_size;
  for (std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x; i < s.n; i += threads)
    s.out[i] = sum_in(ring, s.in[i], s.rounds, s.lag_at_run_time);
}

/// No more blocks than there is memory for.
template <class Layout>
auto prepared(const LaggedSums& s, Stream stream) {
  const auto blocks =
      static_cast<int>(std::min(ceil_div(s.n, std::size_t{block_size}), std::size_t{most_blocks}));
  return [s, stream, blocks,
          rings = device_memory<std::uint32_t>(std::size_t(std::max(blocks, 1)) * ring_words)] {
    if (s.n > 0) in_global_memory<Layout><<<blocks, block_size, 0, stream>>>(s, rings.get());
  };
}

template <class Sums, void (*kernel)(Sums)>
void launch(const Sums& s, Stream stream) {
  if (s.n > 0) kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("local_array/compile_time", launch<LaggedSums, compile_time>);
  native.add("local_array/run_time", launch<LaggedSums, run_time>);
  native.add("local_array/large", launch<LargeLaggedSums, large>);
  native.add("local_array/team_scratch", launch<LaggedSums, team_scratch>);
  native.add("local_array/thread_scratch", launch<LaggedSums, thread_scratch>);
  native.add_prepared("local_array/team_scratch_1", prepared<SideBySide>);
  native.add_prepared("local_array/thread_scratch_1", prepared<OneAfterAnother>);
}

}  // namespace tilebridge::cuda::local_array_experiment
