// SPDX-License-Identifier: Apache-2.0
// Averages in two Views of a team's scratch memory, which is always dynamic: the policy says its
// size.
#include "catalogue/tiling/shared_kinds.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::shared_kinds_experiment {
namespace {

constexpr int block_size = StagedAverages::block_size;

using Flat = float[block_size];

template <class... Traits>
KOKKOS_INLINE_FUNCTION float& at(const Kokkos::View<Flat, Traits...>& array, int t) {
  return array(t);
}

constexpr int rows = StagedAverages::rows;
constexpr int columns = StagedAverages::columns;
using Box = float[StagedAverages::planes][rows][columns];

template <class... Traits>
KOKKOS_INLINE_FUNCTION float& at(const Kokkos::View<Box, Traits...>& array, int t) {
  return array(t / (rows * columns), t / columns % rows, t % columns);
}

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
        const Array odd(team.team_scratch(0));  // the memory after `even`
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

template <class Shape, class Exec>
void stage_and_average_by_index(const StagedAverages& s, const Exec& exec) {
  using Array = Scratch<Shape, Exec>;
  const Vector<const float, Exec> in(s.in, s.n);
  const Vector<float, Exec> out(s.out, s.n);

  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(s.n, block_size)), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Array::shmem_size()));
  Kokkos::parallel_for(
      "shared_kinds_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Array even(team.team_scratch(0));
        const Array odd(team.team_scratch(0));  // the memory after `even`
        const int t = team.team_rank();
        const std::size_t i = std::size_t{block_size} * team.league_rank() + t;
        at(even, t) = i < s.n ? in(i) : 0;
        for (int r = 0; r < s.rounds; ++r) {
          team.team_barrier();  // __syncthreads()
          at(odd, t) = average_in(even, t);
          team.team_barrier();
          at(even, t) = average_in(odd, t);
        }
        team.team_barrier();
        if (i < s.n) out(i) = average_in(even, t);
      });
}

using namespace techniques;

template <class Shape, class Exec>
struct Averages {
  using Array = Scratch<Shape, Exec>;

  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  int rounds;

  explicit Averages(const StagedAverages& s) : in(s.in, s.n), out(s.out, s.n), rounds(s.rounds) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto even = scratch<Array>(team);
    const auto odd = scratch<Array>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      at(even, thread) = i < in.extent(0) ? in(i) : 0;
    });
    for (int r = 0; r < rounds; ++r) {
      team.team_barrier();
      replace(team, odd, even);
      team.team_barrier();
      replace(team, even, odd);
    }
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < out.extent(0)) out(i) = average_in(even, thread);
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void replace(const TeamMember<Exec>& team, const Array& to,
                                                  const Array& from) {
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { at(to, thread) = average_in(from, thread); });
  }
};

template <class Shape, class Exec>
void launch_in_teams(const StagedAverages& s, const Exec& exec) {
  using Functor = Averages<Shape, Exec>;
  using Policy = TeamPolicy<Exec, block_size>;
  if (s.n == 0) return;
  auto policy = team_policy<Policy>(exec, ceil_div(s.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Functor::Array::shmem_size()));
  Kokkos::parallel_for("shared_kinds", policy, Functor(s));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kokkos.add("shared_kinds/dynamic_array", stage_and_average<Flat, Exec>);
  kokkos.add("shared_kinds/three_dimensional", stage_and_average<Box, Exec>);
  kokkos.add("shared_kinds/dynamic_array_rewritten", launch_in_teams<Flat, Exec>);
  kokkos.add("shared_kinds/three_dimensional_rewritten", launch_in_teams<Box, Exec>);
  if constexpr (!is_host<Exec>) {
    by_index.add("shared_kinds/dynamic_array", stage_and_average_by_index<Flat, Exec>);
    by_index.add("shared_kinds/three_dimensional", stage_and_average_by_index<Box, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::shared_kinds_experiment
