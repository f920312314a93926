// SPDX-License-Identifier: Apache-2.0
// One array per iteration, on the stack. It stays in L1, whether its indices are known or not.
#include "catalogue/memory/local_array.hpp"

#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::local_array_experiment {
namespace {

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

template <class Sums>
void known_lag(const Sums& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i)
    s.out[i] = lagged_sum<Sums::length>(s.in[i], s.rounds, Sums::lag);
}

void run_time(const LaggedSums& s, Threads threads) {
  const auto lag = static_cast<std::size_t>(s.lag_at_run_time);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.n; ++i)
    s.out[i] = lagged_sum<LaggedSums::length>(s.in[i], s.rounds, lag);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("local_array/compile_time", known_lag<LaggedSums>);
  native.add("local_array/run_time", run_time);
  native.add("local_array/large", known_lag<LargeLaggedSums>);
}

}  // namespace tilebridge::host::local_array_experiment
