// SPDX-License-Identifier: Apache-2.0
// The launch and the values that a kernel with an idiom shares with the kernel without it. GPUs
// alone run these kernels: threads of a team keep values in registers across barriers. So that the
// idiom is all that differs, both kernels are otherwise as rewritten ones (raw ranks, launch
// bounds); unlike other kernels in loops, they do not follow the guide throughout.
#pragma once

#include <cstddef>

#include "backends/kokkos/execution.hpp"
#include "catalogue/idioms/team_words.hpp"

namespace tilebridge::kokkos {

// [shown]
/// The index of the calling thread's word in an array of 256 per team.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION std::size_t word_of(const Team& team, int thread) {
  return static_cast<std::size_t>(team.league_rank()) * TeamShape::block_size +
         static_cast<std::size_t>(thread);
}

/// The values of teams of 256 threads.
template <class T, class Exec>
struct TeamVectors {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int repeats;

  explicit TeamVectors(const TeamValues<T>& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * TeamShape::block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * TeamShape::block_size),
        repeats(w.repeats) {}
};

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
