// SPDX-License-Identifier: Apache-2.0
// A team of 256 threads sums over its piece of 256 elements; the variants differ in the View used
// for loading.
#include "catalogue/coalescing/cache_policy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
template <class Input, class Exec>
void sum_piece(const PieceSum& p, const Exec& exec) {
  constexpr int piece = PieceSum::piece;
  const Input in(p.in, p.n);
  const Vector<float, Exec> out(p.out, p.n);
  const std::int64_t n = p.n;
  const int reuse = p.reuse, pieces = ceil_div(p.n, piece);
  if (pieces == 0) return;

  const Kokkos::TeamPolicy<Exec> policy(exec, pieces, team_of<Exec, piece>);
  Kokkos::parallel_for(
      "cache_policy", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = static_cast<std::int64_t>(team.league_rank()) * piece;
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, piece), [&](int t) {  // threadIdx.x
          if (first + t >= n) return;
          float sum = 0;
          for (int k = 0; k < reuse; ++k) {
            const std::int64_t j = first + ((t + k * PieceSum::shift) & (piece - 1));
            const bool inside = j < n;  // else any element, with weight 0
            sum += (inside ? k + 1 : 0) * in(inside ? j : first);
          }
          out(first + t) = sum;
        });
      });
}

// [/]

}  // namespace

template <class Exec>
void add_cache_policy(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_policy/default_load", sum_piece<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("cache_policy/read_only", sum_piece<ReadOnly<const float*, Exec>, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_cache_policy);

}  // namespace tilebridge::kokkos
