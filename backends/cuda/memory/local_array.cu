// SPDX-License-Identifier: Apache-2.0
// One array per thread. It lies in registers if the compiler knows every index and there are
// enough, else in local memory, or where the kernel puts it, in shared or in global memory.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/local_array.hpp"

namespace tilebridge::cuda::local_array_experiment {
namespace {

constexpr int block_size = LaggedSums::block_size;

/// The array lies where the compiler puts it, by its length and by whether the caller's `lag` is a
/// constant.
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

template <class Sums>
__global__ void known_lag(Sums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<Sums::length>(s.in[i], s.rounds, Sums::lag);
}

__global__ void run_time(LaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, s.lag_at_run_time);
}

/// ring(j) is element j of the thread's array. The compiler does not know `lag`, so the array has
/// to be in memory.
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

/// One word lies between the arrays of two threads. Without it, element j of all arrays would be in
/// the same bank.
__global__ void thread_scratch(LaggedSums s) {
  __shared__ std::uint32_t rings[block_size][LaggedSums::length + 1];

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const auto ring = [&](int j) -> std::uint32_t& { return rings[threadIdx.x][j]; };
  if (i < s.n) s.out[i] = sum_in(ring, s.in[i], s.rounds, s.lag_at_run_time);
}

template <class Layout>
__global__ void in_global_memory(LaggedSums s, std::uint32_t* rings) {
  std::uint32_t* const own = rings + std::size_t(blockIdx.x) * LaggedSums::words_per_block;
  const auto ring = [&](int j) -> std::uint32_t& { return own[Layout::place(threadIdx.x, j)]; };
  const std::size_t threads = std::size_t(gridDim.x) * block_size;
  for (std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x; i < s.n; i += threads)
    s.out[i] = sum_in(ring, s.in[i], s.rounds, s.lag_at_run_time);
}

template <class Layout>
auto prepared(const LaggedSums& s, Stream stream) {
  const std::size_t blocks =
      std::min(ceil_div(s.n, block_size), std::size_t{LaggedSums::most_blocks});
  return [s, stream, blocks,
          rings = device_memory<std::uint32_t>(std::max(blocks, std::size_t{1}) *
                                               LaggedSums::words_per_block)] {
    if (s.n > 0) in_global_memory<Layout><<<blocks, block_size, 0, stream>>>(s, rings.get());
  };
}

template <class Sums, void (*kernel)(Sums)>
void launch(const Sums& s, Stream stream) {
  if (s.n > 0) kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("local_array/compile_time", launch<LaggedSums, known_lag>);
  native.add("local_array/run_time", launch<LaggedSums, run_time>);
  native.add("local_array/large", launch<LargeLaggedSums, known_lag>);
  native.add("local_array/team_scratch", launch<LaggedSums, team_scratch>);
  native.add("local_array/thread_scratch", launch<LaggedSums, thread_scratch>);
  native.add_prepared("local_array/team_scratch_1", prepared<SideBySide>);
  native.add_prepared("local_array/thread_scratch_1", prepared<OneAfterAnother>);
}

}  // namespace tilebridge::cuda::local_array_experiment
