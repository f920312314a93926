// SPDX-License-Identifier: Apache-2.0
// One array per index of a range. It lies in registers if the compiler knows every index and there
// are enough, else in local memory, or in dynamic shared memory.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/local_array.hpp"

namespace tilebridge::cuda::loops::local_array_experiment {
namespace {

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
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n))
    s.out[i] = lagged_sum<Sums::length>(s.in[i], s.rounds, Sums::lag);
}

__global__ void run_time(LaggedSums s) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n))
    s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, s.lag_at_run_time);
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

/// Kokkos puts nothing between the arrays of two threads.
template <class Layout>
__global__ void in_scratch(LaggedSums s) {
  std::uint32_t* const rings = scratch<std::uint32_t>();
  const std::int64_t first = std::int64_t{blockIdx.x} * LaggedSums::block_size;
  for (int t = threadIdx.x; t < LaggedSums::block_size; t += blockDim.x) {
    const auto ring = [&](int j) -> std::uint32_t& { return rings[Layout::place(t, j)]; };
    if (first + t < static_cast<std::int64_t>(s.n))
      s.out[first + t] = sum_in(ring, s.in[first + t], s.rounds, s.lag_at_run_time);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("local_array/compile_time", flat(known_lag<LaggedSums>));
  controls.add("local_array/run_time", flat(run_time));
  controls.add("local_array/large", flat(known_lag<LargeLaggedSums>));
  controls.add("local_array/team_scratch", flat(in_scratch<SideBySide>));
  controls.add("local_array/thread_scratch", flat(in_scratch<OneAfterAnother>));
}

}  // namespace tilebridge::cuda::loops::local_array_experiment
