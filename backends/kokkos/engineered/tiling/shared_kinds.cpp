// SPDX-License-Identifier: Apache-2.0
// Averages in two Views of a team's scratch memory.
#include "catalogue/tiling/shared_kinds.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = StagedAverages::block_size;

// [dynamic_array_matched]
struct Flat {
  using Data = float[block_size];

  template <class View>
  KOKKOS_FORCEINLINE_FUNCTION static float& at(const View& array, int thread) {
    return array(thread);
  }
};

// [three_dimensional_matched]
struct Box {
  static constexpr int rows = StagedAverages::rows;
  static constexpr int columns = StagedAverages::columns;
  using Data = float[StagedAverages::planes][rows][columns];

  template <class View>
  KOKKOS_FORCEINLINE_FUNCTION static float& at(const View& array, int thread) {
    return array(thread / (rows * columns), thread / columns % rows, thread % columns);
  }
};

// [*]
template <class Shape, class Exec>
struct Averages {
  using Array = Scratch<typename Shape::Data, Exec>;

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
      Shape::at(even, thread) = i < in.extent(0) ? in(i) : 0;
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

  static std::size_t scratch_bytes() { return 2 * Array::shmem_size(); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static float average_in(const Array& array, int thread) {
    const int other = (thread + StagedAverages::apart) % block_size;
    return (Shape::at(array, thread) + Shape::at(array, other)) / 2;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void replace(const TeamMember<Exec>& team, const Array& to,
                                                  const Array& from) {
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { Shape::at(to, thread) = average_in(from, thread); });
  }
};

template <class Shape, class Exec>
void launch_in_teams(const StagedAverages& s, const Exec& exec) {
  using Functor = Averages<Shape, Exec>;
  using Policy = TeamPolicy<Exec, block_size>;
  if (s.n == 0) return;
  auto policy = team_policy<Policy>(exec, ceil_div(s.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("shared_kinds", policy, Functor(s));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_shared_kinds(KokkosKernels<Exec>& kokkos) {
  kokkos.add("shared_kinds/dynamic_array_matched", launch_in_teams<Flat, Exec>);
  kokkos.add("shared_kinds/three_dimensional_matched", launch_in_teams<Box, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_shared_kinds);

}  // namespace tilebridge::kokkos
