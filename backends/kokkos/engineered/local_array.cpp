// An array a thread: in registers where the compiler knows every index, else in local memory.
#include "catalogue/local_array.hpp"

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;
constexpr int length = LaggedSums::length;

/// One source for both: what decides is whether the caller's `lag` is a constant.
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t lagged_sum(std::uint32_t seed, int rounds, int lag) {
  std::uint32_t ring[length];
  unrolled<length>([&](int j) { ring[j] = seed * static_cast<std::uint32_t>(2 * j + 1); });
  for (int round = 0; round < rounds; ++round)
    unrolled<length>([&](int j) { ring[j] += ring[(j + length - lag) & (length - 1)]; });
  std::uint32_t sum = 0;
  unrolled<length>([&](int j) { sum += ring[j]; });
  return sum;
}

template <class Exec>
struct Rings {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int rounds, lag_at_run_time;

  explicit Rings(const LaggedSums& s)
      : in(s.in, s.n), out(s.out, s.n), rounds(s.rounds), lag_at_run_time(s.lag_at_run_time) {}
};

template <class Exec>
struct CompileTime : Rings<Exec> {
  using Rings<Exec>::Rings;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    this->out(i) = lagged_sum(this->in(i), this->rounds, LaggedSums::lag);
  }
};

template <class Exec>
struct RunTime : Rings<Exec> {
  using Rings<Exec>::Rings;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    this->out(i) = lagged_sum(this->in(i), this->rounds, this->lag_at_run_time);
  }
};

}  // namespace

template <class Exec>
void add_engineered_local_array(Registrar<Exec>& kokkos) {
  kokkos.add("local_array/compile_time_matched", [](const LaggedSums& s, const Exec& exec) {
    in_teams<block_size>("local_array/compile_time_matched", exec, s.n, CompileTime<Exec>(s));
  });
  kokkos.add("local_array/run_time_matched", [](const LaggedSums& s, const Exec& exec) {
    in_teams<block_size>("local_array/run_time_matched", exec, s.n, RunTime<Exec>(s));
  });
}

template void add_engineered_local_array(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_engineered_local_array(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
