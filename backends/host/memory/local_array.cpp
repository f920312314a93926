// SPDX-License-Identifier: Apache-2.0
// One array per iteration, on the stack: it stays in L1, whether its indices are known or not.
#include "catalogue/memory/local_array.hpp"

#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::local_array_experiment {
namespace {

/// One source for all: what matters is whether the caller's `lag` is a constant, and the length.
template <std::size_t length>
inline std::uint32_t lagged_sum(std::uint32_t seed, int rounds, std::size_t lag) {
  std::array<std::uint32_t, length> ring;
  for (std::size_t j = 0; j < length; ++j) ring[j] = seed * static_cast<std::uint32_t>(2 * j + 1);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t j = 0; j < length; ++j) ring[j] += ring[(j + length - lag) % length];
  std::uint32_t sum = 0;
  for (const std::uint32_t value : ring) sum += value;
  return sum;
}

void compile_time(const LaggedSums& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i)
    s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, LaggedSums::lag);
}

void run_time(const LaggedSums& s, Threads threads) {
  const auto lag = static_cast<std::size_t>(s.lag_at_run_time);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i)
    s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, lag);
}

void large(const LargeLaggedSums& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i)
    s.out[i] = lagged_sum<LargeLaggedSums::length>(s.in[i], s.rounds, LargeLaggedSums::lag);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("local_array/compile_time", compile_time);
  native.add("local_array/run_time", run_time);
  native.add("local_array/large", large);
}

}  // namespace tilebridge::host::local_array_experiment
