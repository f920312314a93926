// SPDX-License-Identifier: Apache-2.0
// 256 structures per team of 256 threads, or one structure per index of a RangePolicy.
#include "catalogue/tiling/reorder.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int members = Reorder::members;

// [direct]
/// The same data twice: n structures with 6 members, and 6 arrays of n.
template <class Exec>
void direct(const Reorder& r, const Exec& exec) {
  const Unmanaged<const float* [members], Kokkos::LayoutRight, Exec> in(r.in, r.n);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  Kokkos::parallel_for(
      "reorder/direct", RangePolicy<Exec>(exec, 0, r.n), KOKKOS_LAMBDA(std::int64_t i) {
        for (int m = 0; m < members; ++m) out(i, m) = in(i, m);
      });
}

// [staged]
/// Lanes t and t + 16 of a warp read words 6·16 = 96 = 3·32 apart: they would use the same bank if
/// every row did not have one extra word.
template <class Exec>
void staged(const Reorder& r, const Exec& exec) {
  constexpr int team_size = 256;     // also structures per team
  constexpr int row = 16 * members;  // words of 16 structures
  constexpr int rows = team_size / 16;
  using Words = Scratch<float[rows][row + 1], Exec>;  // __shared__ float words[rows][row + 1]
  const Vector<const float, Exec> in(r.in, r.n * members);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  const std::int64_t n = r.n;
  const int teams = ceil_div(r.n, team_size);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, team_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "reorder/staged", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const std::int64_t first = static_cast<std::int64_t>(team.league_rank()) * team_size;
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows * row), [&](int e) {
          const std::int64_t word = first * members + e;
          if (word < n * members) words(e / row, e % row) = in(word);
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, team_size), [&](int t) {
          if (first + t >= n) return;
          for (int m = 0; m < members; ++m) out(first + t, m) = words(t / 16, t % 16 * members + m);
        });
      });
}

// [/]

}  // namespace

template <class Exec>
void add_reorder(KokkosKernels<Exec>& kokkos) {
  kokkos.add("reorder/direct", direct<Exec>);
  kokkos.add("reorder/staged", staged<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_reorder);

}  // namespace tilebridge::kokkos
