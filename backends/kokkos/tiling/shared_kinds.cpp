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
struct Flat {
  using Data = float[block_size];

  template <class View>
  KOKKOS_INLINE_FUNCTION static float& at(const View& array, int thread) {
    return array(thread);
  }
};

// [three_dimensional]
struct Box {
  static constexpr int rows = StagedAverages::rows;
  static constexpr int columns = StagedAverages::columns;
  using Data = float[StagedAverages::planes][rows][columns];

  template <class View>
  KOKKOS_INLINE_FUNCTION static float& at(const View& array, int thread) {
    return array(thread / (rows * columns), thread / columns % rows, thread % columns);
  }
};

// [*]
template <class Shape, class View>
KOKKOS_INLINE_FUNCTION float average_in(const View& array, int thread) {
  const int other = (thread + StagedAverages::apart) % block_size;
  return (Shape::at(array, thread) + Shape::at(array, other)) / 2;
}

template <class Shape, class Exec>
void stage_and_average(const StagedAverages& s, const Exec& exec) {
  using Array = Scratch<typename Shape::Data, Exec>;
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
        Kokkos::parallel_for(
            threads, [&](int t) { Shape::at(even, t) = first + t < s.n ? in(first + t) : 0; });
        for (int r = 0; r < s.rounds; ++r) {
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(threads,
                               [&](int t) { Shape::at(odd, t) = average_in<Shape>(even, t); });
          team.team_barrier();
          Kokkos::parallel_for(threads,
                               [&](int t) { Shape::at(even, t) = average_in<Shape>(odd, t); });
        }
        team.team_barrier();
        Kokkos::parallel_for(threads, [&](int t) {
          if (first + t < s.n) out(first + t) = average_in<Shape>(even, t);
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
