// SPDX-License-Identifier: Apache-2.0
// One array per index of a RangePolicy: in registers if the compiler knows every index and there
// are enough, else in local memory.
#include "catalogue/memory/local_array.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::local_array_experiment {
namespace {

// [*]
/// One source for all: what matters is whether the caller's `lag` is a constant, and the length.
template <int length>
KOKKOS_INLINE_FUNCTION std::uint32_t lagged_sum(std::uint32_t seed, int rounds, int lag) {
  std::uint32_t ring[length];
  TILEBRIDGE_UNROLL
  for (int j = 0; j < length; ++j) ring[j] = seed * (2 * j + 1);
  for (int round = 0; round < rounds; ++round) {
    TILEBRIDGE_UNROLL
    for (int j = 0; j < length; ++j) ring[j] += ring[(j + length - lag) & (length - 1)];
  }
  std::uint32_t sum = 0;
  TILEBRIDGE_UNROLL
  for (int j = 0; j < length; ++j) sum += ring[j];
  return sum;
}

// [compile_time]
template <class Exec>
void compile_time(const LaggedSums& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.n);
  const int rounds = s.rounds;
  Kokkos::parallel_for(
      "local_array/compile_time", RangePolicy<Exec>(exec, 0, s.n), KOKKOS_LAMBDA(std::int64_t i) {
        out(i) = lagged_sum<LaggedSums::length>(in(i), rounds, LaggedSums::lag);
      });
}

// [run_time]
template <class Exec>
void run_time(const LaggedSums& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.n);
  const int rounds = s.rounds, lag = s.lag_at_run_time;
  Kokkos::parallel_for(
      "local_array/run_time", RangePolicy<Exec>(exec, 0, s.n), KOKKOS_LAMBDA(std::int64_t i) {
        out(i) = lagged_sum<LaggedSums::length>(in(i), rounds, lag);
      });
}

// [large]
template <class Exec>
void large(const LargeLaggedSums& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.n);
  const int rounds = s.rounds;
  Kokkos::parallel_for(
      "local_array/large", RangePolicy<Exec>(exec, 0, s.n), KOKKOS_LAMBDA(std::int64_t i) {
        out(i) = lagged_sum<LargeLaggedSums::length>(in(i), rounds, LargeLaggedSums::lag);
      });
}

// [/]

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("local_array/compile_time", compile_time<Exec>);
  kokkos.add("local_array/run_time", run_time<Exec>);
  kokkos.add("local_array/large", large<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::local_array_experiment
