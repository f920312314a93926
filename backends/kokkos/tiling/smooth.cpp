// SPDX-License-Identifier: Apache-2.0
// One average per thread; the variants differ in where its three elements are read.
#include "catalogue/tiling/smooth.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [direct]
template <class T, class Exec>
void direct(const Smooth<T>& s, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  if (s.n <= 2) return;
  Kokkos::parallel_for(
      "smooth/direct", RangePolicy<Exec>(exec, 1, static_cast<std::int64_t>(s.n) - 1),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i - 1) + in(i) + in(i + 1)) / 3; });
}

// [tile_halo]
constexpr int block_size = 256;

template <class T, class Exec>
void tile_halo(const Smooth<T>& s, const Exec& exec) {
  using Tile = Scratch<T[block_size + 2], Exec>;  // __shared__; one element more on either side
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  if (s.n <= 2) return;

  Kokkos::TeamPolicy<Exec> policy(exec, ceil_div(s.n - 2, block_size), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "smooth/tile_halo", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const std::size_t first = std::size_t{block_size} * team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size + 2), [&](int t) {
          if (first + t < s.n) tile(t) = in(first + t);
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          if (first + t + 2 < s.n) out(first + t + 1) = (tile(t) + tile(t + 1) + tile(t + 2)) / 3;
        });
      });
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("smooth/direct", direct<T, Exec>);
  kokkos.add("smooth/tile_halo", tile_halo<T, Exec>);
}

}  // namespace

template <class Exec>
void add_smooth(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_smooth);

}  // namespace tilebridge::kokkos
