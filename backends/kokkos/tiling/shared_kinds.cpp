// SPDX-License-Identifier: Apache-2.0
// Averages in two Views of a team's scratch memory, which is always dynamic: the policy says its
// size.
#include "catalogue/tiling/shared_kinds.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = StagedAverages::block_size;

// [dynamic_array]
using Flat = float[block_size];

template <class... Traits>
KOKKOS_INLINE_FUNCTION float& at(const Kokkos::View<Flat, Traits...>& array, int t) {
  return array(t);
}

// [three_dimensional]
constexpr int rows = StagedAverages::rows;
constexpr int columns = StagedAverages::columns;
using Box = float[StagedAverages::planes][rows][columns];

template <class... Traits>
KOKKOS_INLINE_FUNCTION float& at(const Kokkos::View<Box, Traits...>& array, int t) {
  return array(t / (rows * columns), t / columns % rows, t % columns);
}

// [*]
template <class View>
KOKKOS_INLINE_FUNCTION float average_in(const View& array, int t) {
  const int other = (t + StagedAverages::apart) % block_size;
  return (at(array, t) + at(array, other)) / 2;
}

template <class Shape, class Exec>
void stage_and_average(const StagedAverages& s, const Exec& exec) {
  using Array = Scratch<Shape, Exec>;
  const Vector<const float, Exec> in(s.in, s.n);
  const Vector<float, Exec> out(s.out, s.n);

  Kokkos::TeamPolicy<Exec> policy(exec, ceil_div(s.n, block_size), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Array::shmem_size()));
  Kokkos::parallel_for(
      "shared_kinds", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Array even(team.team_scratch(0));
        const Array odd(team.team_scratch(0));  // what follows `even`
        const std::size_t first = std::size_t{block_size} * team.league_rank();
        const auto threads = Kokkos::TeamThreadRange(team, block_size);
        Kokkos::parallel_for(threads,
                             [&](int t) { at(even, t) = first + t < s.n ? in(first + t) : 0; });
        for (int r = 0; r < s.rounds; ++r) {
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(threads, [&](int t) { at(odd, t) = average_in(even, t); });
          team.team_barrier();
          Kokkos::parallel_for(threads, [&](int t) { at(even, t) = average_in(odd, t); });
        }
        team.team_barrier();
        Kokkos::parallel_for(threads, [&](int t) {
          if (first + t < s.n) out(first + t) = average_in(even, t);
        });
      });
}

// [/]

}  // namespace

template <class Exec>
void add_shared_kinds(KokkosKernels<Exec>& kokkos) {
  kokkos.add("shared_kinds/dynamic_array", stage_and_average<Flat, Exec>);
  kokkos.add("shared_kinds/three_dimensional", stage_and_average<Box, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_shared_kinds);

}  // namespace tilebridge::kokkos
