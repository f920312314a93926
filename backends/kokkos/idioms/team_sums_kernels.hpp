// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment team_sums whose sums are over a team. A `Idiom` is the only thing
// in which a kernel with the idiom differs from the one without it.
#pragma once

#include "backends/kokkos/idioms/teams.hpp"
#include "catalogue/idioms/team_sums.hpp"

namespace tilebridge::kokkos {

// [shown]
/// Idiom::sum(team, value): the sum of value(thread) over a team's 256 threads, at least in
/// thread 0. It can be called again at once.
template <class Idiom, class T, class Exec>
struct SumRows {
  Matrix<const T, Exec> in;
  Vector<T, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Idiom idiom(team);
    for (int r = 0; r < repeats; ++r) {
      const int row = team.league_rank() * repeats + r;
      const T sum = idiom.sum(team, [&](int thread) { return in(row, thread); });
      if (raw_rank(team) == 0) out(row) = sum;
    }
  }
};

/// `Idiom` sums up values of type T on a GPU, in Idiom::scratch_bytes of scratch memory.
template <class Idiom, class T, class Exec>
void sum_rows(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, TeamSums<T>::block_size);
  const Vector<T, Exec> out(s.out, rows);
  launch_teams(exec, s.blocks, Idiom::scratch_bytes(), SumRows<Idiom, T, Exec>{in, out, s.repeats});
}

}  // namespace tilebridge::kokkos
