// SPDX-License-Identifier: Apache-2.0
// One array per thread: in registers if the compiler knows every index and there are enough, else
// in local memory.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/local_array.hpp"

namespace tilebridge::cuda::local_array_experiment {
namespace {

// [*]
constexpr int block_size = 256;

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

// [compile_time]
__global__ void compile_time(LaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, LaggedSums::lag);
}

// [run_time]
__global__ void run_time(LaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, s.lag_at_run_time);
}

// [large]
__global__ void large(LargeLaggedSums s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n)
    s.out[i] = lagged_sum<LargeLaggedSums::length>(s.in[i], s.rounds, LargeLaggedSums::lag);
}

// [*]
template <class Sums, void (*kernel)(Sums)>
void launch(const Sums& s, Stream stream) {
  if (s.n > 0) kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("local_array/compile_time", launch<LaggedSums, compile_time>);
  native.add("local_array/run_time", launch<LaggedSums, run_time>);
  native.add("local_array/large", launch<LargeLaggedSums, large>);
}

}  // namespace tilebridge::cuda::local_array_experiment
