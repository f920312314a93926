// SPDX-License-Identifier: Apache-2.0
// One array per index of a RangePolicy. It lies in registers if the compiler knows every index and
// there are enough, else in local memory; in teams, in scratch memory of level 0, which is shared
// memory on a GPU, or of level 1, which is global memory. Rewritten kernels replace level 1 by a
// View.
#include "catalogue/memory/local_array.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::local_array_experiment {
namespace {

/// The array lies where the compiler puts it, by its length and by whether the caller's `lag` is a
/// constant.
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

constexpr int block_size = LaggedSums::block_size;

/// ring(j) is element j of the thread's array. The compiler does not know `lag`, so the array has
/// to be in memory.
template <class Ring>
KOKKOS_INLINE_FUNCTION std::uint32_t sum_in(const Ring& ring, std::uint32_t seed, int rounds,
                                            int lag) {
  constexpr int length = LaggedSums::length;
  for (int j = 0; j < length; ++j) ring(j) = seed * (2 * j + 1);
  for (int round = 0; round < rounds; ++round)
    for (int j = 0; j < length; ++j) ring(j) += ring((j + length - lag) & (length - 1));
  std::uint32_t sum = 0;
  for (int j = 0; j < length; ++j) sum += ring(j);
  return sum;
}

template <class Exec>
Kokkos::TeamPolicy<Exec> policy_of(const LaggedSums& s, const Exec& exec) {
  const auto teams = static_cast<int>(ceil_div(s.n, static_cast<std::size_t>(block_size)));
  return {exec, teams, team_of<Exec, block_size>};
}

/// Memory has element j of all arrays of a team, then element j + 1.
template <int level, class Exec>
void team_scratch(const LaggedSums& s, const Exec& exec) {
  using Rings = Scratch<std::uint32_t[LaggedSums::length][block_size], Exec>;
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.n);
  const auto n = static_cast<std::int64_t>(s.n);
  const int rounds = s.rounds, lag = s.lag_at_run_time;
  if (n == 0) return;
  auto policy = policy_of(s, exec);
  policy.set_scratch_size(level, Kokkos::PerTeam(Rings::shmem_size()));
  Kokkos::parallel_for(
      "local_array/team_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Rings rings(team.team_scratch(level));
        const std::int64_t first = std::int64_t{team.league_rank()} * block_size;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          const auto ring = [&](int j) -> std::uint32_t& { return rings(j, t); };
          if (first + t < n) out(first + t) = sum_in(ring, in(first + t), rounds, lag);
        });
      });
}

/// The arrays of the threads lie one after the other.
template <int level, class Exec>
void thread_scratch(const LaggedSums& s, const Exec& exec) {
  using Ring = Scratch<std::uint32_t[LaggedSums::length], Exec>;
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.n);
  const auto n = static_cast<std::int64_t>(s.n);
  const int rounds = s.rounds, lag = s.lag_at_run_time;
  if (n == 0) return;
  auto policy = policy_of(s, exec);
  policy.set_scratch_size(level, Kokkos::PerThread(Ring::shmem_size()));
  Kokkos::parallel_for(
      "local_array/thread_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{team.league_rank()} * block_size;
        const Ring ring(team.thread_scratch(level));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          if (first + t < n) out(first + t) = sum_in(ring, in(first + t), rounds, lag);
        });
      });
}

using namespace techniques;

/// The arrays lie in a View that is allocated once. Scratch memory of level 1 is such memory too,
/// but each team locks its part of it.
template <class Layout, class Exec>
struct InGlobalMemory {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out, rings;
  int rounds, lag;

  InGlobalMemory(const LaggedSums& s, const OwnedVector<std::uint32_t, Exec>& all_rings)
      : in(s.in, s.n),
        out(s.out, s.n),
        rings(all_rings),
        rounds(s.rounds),
        lag(s.lag_at_run_time) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int thread = thread_rank(team);
    const auto block = static_cast<std::size_t>(team.league_rank());
    const std::size_t threads = static_cast<std::size_t>(team.league_size()) * block_size;
    std::uint32_t* const own = &rings(block * LaggedSums::words_per_block);
    const auto ring = [&](int j) -> std::uint32_t& { return own[Layout::place(thread, j)]; };
    for (std::size_t i = block * block_size + static_cast<std::size_t>(thread); i < in.extent(0);
         i += threads)
      out(i) = sum_in(ring, in(i), rounds, lag);
  }
};

template <class Layout, class Exec>
auto in_global_memory(const LaggedSums& s, const Exec& exec) {
  const std::size_t teams =
      std::min(ceil_div(s.n, block_size), std::size_t{LaggedSums::most_blocks});
  const OwnedVector<std::uint32_t, Exec> rings(
      Kokkos::view_alloc("local_array/rings", Kokkos::WithoutInitializing),
      teams * LaggedSums::words_per_block);
  return [=] {
    const auto policy = team_policy<TeamPolicy<Exec, block_size>>(exec, teams, block_size);
    if (s.n > 0)
      Kokkos::parallel_for("local_array/in_global_memory", policy,
                           InGlobalMemory<Layout, Exec>(s, rings));
  };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("local_array/compile_time", compile_time<Exec>);
  kokkos.add("local_array/run_time", run_time<Exec>);
  kokkos.add("local_array/large", large<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("local_array/team_scratch", team_scratch<0, Exec>);
    kokkos.add("local_array/thread_scratch", thread_scratch<0, Exec>);
    kokkos.add("local_array/team_scratch_1", team_scratch<1, Exec>);
    kokkos.add("local_array/thread_scratch_1", thread_scratch<1, Exec>);
    kokkos.add_prepared("local_array/team_scratch_1_rewritten", in_global_memory<SideBySide, Exec>);
    kokkos.add_prepared("local_array/thread_scratch_1_rewritten",
                        in_global_memory<OneAfterAnother, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::local_array_experiment
