// SPDX-License-Identifier: Apache-2.0
// Ways of directing the threads of a team: what to write instead.
#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/habits/team_control_kernels.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [single_matched]
struct RankZero {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void by_one(const Team& team, const Body& body) {
    if (team.team_rank() == 0) body();
  }
};

// [signed_rank_matched]
struct UnsignedRank {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(const Team& team) {
    return thread_rank(team);
  }
};

// [early_return_matched]
struct ConditionalStores {
  KOKKOS_FORCEINLINE_FUNCTION static bool leaves(int, int) { return false; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(int x, int n) { return x < n ? x : n - 1; }
  KOKKOS_FORCEINLINE_FUNCTION static bool stores(int x, int n) { return x < n; }
};

// [conditions_matched]
struct And {
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(const LineSums& s, int y, int x) {
    return (y >= 0) & (y < s.rows) & (x >= 0) & (x < s.cols);
  }
};

// [team_range_matched, vector_range_matched, loop_of_one_matched]
struct RawRank {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    body(thread_rank(team));
  }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_team_control([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_control/single_matched", add_first<RankZero, Exec>);
    kokkos.add("team_control/signed_rank_matched", go_round<UnsignedRank, Exec>);
    kokkos.add("team_control/league_division_matched", walk_tiles<Divisor, Exec>);
    kokkos.add("team_control/early_return_matched", filter_columns<ConditionalStores, Exec>);
    kokkos.add("team_control/conditions_matched", sum_lines<And, Exec>);
    kokkos.add("team_control/team_range_matched", pass_round<RawRank, Exec>);
    kokkos.add("team_control/vector_range_matched", pass_round<RawRank, Exec>);
    kokkos.add("team_control/loop_of_one_matched", pass_round<RawRank, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_team_control);

}  // namespace tilebridge::kokkos
