// SPDX-License-Identifier: Apache-2.0
// Ways of directing the threads of a team, as first written. Rewritten: what to write instead.
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/team_control_kernels.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::team_control_experiment {
namespace {

struct Single {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void by_one(const Team& team, const Body& body) {
    Kokkos::single(Kokkos::PerTeam(team), body);
  }
};

struct SignedRank {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(const Team& team) {
    return signed_rank_of(team);
  }
};

struct RunTimeDivision {
  int divisor;

  explicit RunTimeDivision(int by) : divisor(by) {}
  KOKKOS_FORCEINLINE_FUNCTION int quotient(int n) const { return n / divisor; }
  KOKKOS_FORCEINLINE_FUNCTION int remainder(int n, int /*quotient*/) const { return n % divisor; }
};

struct EarlyReturn {
  KOKKOS_FORCEINLINE_FUNCTION static bool leaves(int x, int n) { return x >= n; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(int x, int) { return x; }
  KOKKOS_FORCEINLINE_FUNCTION static bool stores(int, int) { return true; }
};

struct AndThen {
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(const LineSums& s, int y, int x) {
    return y >= 0 && y < s.rows && x >= 0 && x < s.cols;
  }
};

struct TeamRange {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 256), body);
  }
};

struct VectorRange {
  static constexpr int team_size = 8;
  static constexpr int vector_length = 32;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 8), [&](int y) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 32), [&](int x) { body(y * 32 + x); });
    });
  }
};

struct LoopOfOne {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    for (int t = raw_rank(team); t < 256; t += team.team_size()) body(t);
  }
};

}  // namespace

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

struct RankZero {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void by_one(const Team& team, const Body& body) {
    if (team.team_rank() == 0) body();
  }
};

struct UnsignedRank {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(const Team& team) {
    return thread_rank(team);
  }
};

struct ConditionalStores {
  KOKKOS_FORCEINLINE_FUNCTION static bool leaves(int, int) { return false; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(int x, int n) { return x < n ? x : n - 1; }
  KOKKOS_FORCEINLINE_FUNCTION static bool stores(int x, int n) { return x < n; }
};

struct And {
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(const LineSums& s, int y, int x) {
    return (y >= 0) & (y < s.rows) & (x >= 0) & (x < s.cols);
  }
};

struct RawRank {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    body(thread_rank(team));
  }
};

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_control/single_rewritten", add_first<RankZero, Exec>);
    kokkos.add("team_control/signed_rank_rewritten", go_round<UnsignedRank, Exec>);
    kokkos.add("team_control/league_division_rewritten", walk_tiles<Divisor, Exec>);
    kokkos.add("team_control/early_return_rewritten", filter_columns<ConditionalStores, Exec>);
    kokkos.add("team_control/conditions_rewritten", sum_lines<And, Exec>);
    kokkos.add("team_control/team_range_rewritten", pass_round<RawRank, Exec>);
    kokkos.add("team_control/vector_range_rewritten", pass_round<RawRank, Exec>);
    kokkos.add("team_control/loop_of_one_rewritten", pass_round<RawRank, Exec>);
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_control/single", add_first<Single, Exec>);
    kokkos.add("team_control/signed_rank", go_round<SignedRank, Exec>);
    kokkos.add("team_control/league_division", walk_tiles<RunTimeDivision, Exec>);
    kokkos.add("team_control/early_return", filter_columns<EarlyReturn, Exec>);
    kokkos.add("team_control/conditions", sum_lines<AndThen, Exec>);
    kokkos.add("team_control/team_range", pass_round<TeamRange, Exec>);
    kokkos.add("team_control/vector_range", pass_round<VectorRange, Exec>);
    kokkos.add("team_control/loop_of_one", pass_round<LoopOfOne, Exec>);
  }
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::team_control_experiment
