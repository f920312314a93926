// SPDX-License-Identifier: Apache-2.0
// A step does each of these in one of two ways: as `loops` does it, or as the rewritten kernel
// does.
#pragma once

#include <algorithm>

#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::techniques {

// [mentioned]
/// The next part of a team's scratch memory, by team_scratch or by get_shmem.
template <bool by_pointer, class Staged, class Team>
KOKKOS_FORCEINLINE_FUNCTION Staged scratch_of(const Team& team) {
  if constexpr (by_pointer) {
    return scratch<Staged>(team);
  } else {
    return Staged(team.team_scratch(0));
  }
}

/// A team's place among the tiles of a matrix.
struct Place {
  int down, across;
};

/// Tiles in rows of `across`, which league ranks count: the place of a rank by division, or by
/// multiplication with a number known before the launch.
template <bool by_multiplication>
class TilesAcross {
 public:
  explicit TilesAcross(int across) : across_(across), divisor_(std::max(across, 1)) {}

  KOKKOS_FORCEINLINE_FUNCTION Place place(int league_rank) const {
    if constexpr (by_multiplication) {
      const int down = divisor_.quotient(league_rank);
      return {down, divisor_.remainder(league_rank, down)};
    } else {
      return {league_rank / across_, league_rank % across_};
    }
  }

 private:
  int across_;
  Divisor divisor_;
};

/// Whether both hold, with a branch between them or without.
template <bool without_branch>
KOKKOS_FORCEINLINE_FUNCTION bool both(bool one, bool other) {
  if constexpr (without_branch) {
    return one & other;
  } else {
    return one && other;
  }
}

}  // namespace tilebridge::kokkos::techniques
