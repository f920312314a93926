// SPDX-License-Identifier: Apache-2.0
// The launch and the ranks that a kernel with an idiom shares with the kernel without it.
// GPUs alone run these: threads of a team keep values in registers across barriers. So that the
// idiom is all that differs, the rest of both is as rewritten kernels have it (raw ranks, launch
// bounds), and these kernels, unlike others in loops, are not what the guide teaches throughout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "catalogue/idioms/team_words.hpp"

namespace tilebridge::kokkos {

// [shown]
/// The calling thread's rank; its range is known to the compiler, as that of threadIdx is.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION int raw_rank(const Team& team) {
  return static_cast<int>(static_cast<unsigned>(team.team_rank()) % 1024U);
}

/// The rank is an int as in Kokkos, and the compiler knows nothing about it.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION int signed_rank_of(const Team& team) {
  return team.team_rank();
}

/// The index of the calling thread's word in an array of 256 per team.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION std::size_t word_of(const Team& team, int thread) {
  return static_cast<std::size_t>(team.league_rank()) * 256 + static_cast<std::size_t>(thread);
}

KOKKOS_FORCEINLINE_FUNCTION std::uint32_t mixed(std::uint32_t v) {
  return (v >> Mixing::shift) ^ (v * Mixing::factor);
}

/// `league` blocks of 256 threads, in either form of a kernel under the same launch bounds; 256 is
/// team_size times vector_length.
template <class Functor, class Exec>
void launch_teams(const Exec& exec, int league, std::size_t scratch_bytes, const Functor& functor,
                  int team_size = 256, int vector_length = 1) {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>,
                                    Kokkos::LaunchBounds<256, bounded_blocks(256, 1)>>;
  Policy policy(exec, league, team_size, vector_length);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
  if (league > 0) Kokkos::parallel_for("idioms", policy, functor);
}

}  // namespace tilebridge::kokkos
