// SPDX-License-Identifier: Apache-2.0
// One result per thread; the variants differ in the View used for loading.
#include "catalogue/coalescing/cache_policy.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = PieceSum::piece;

template <class Exec, class Input>
struct SumPiece {
  Input in;
  Vector<float, Exec> out;
  int reuse;

  explicit SumPiece(const PieceSum& p) : in(p.in, p.n), out(p.out, p.n), reuse(p.reuse) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t n = in.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i >= n) return;
      float sum = 0;
      for (int k = 0; k < reuse; ++k) {
        const int place = (thread + k * PieceSum::shift) & (PieceSum::piece - 1);
        const std::size_t j = first + static_cast<std::size_t>(place);
        const bool inside = j < n;  // else any element, with weight 0: no branch between loads
        sum += static_cast<float>(inside ? k + 1 : 0) * in(inside ? j : first);
      }
      out(i) = sum;
    });
  }
};

template <class Input, class Exec>
void launch_in_teams(const PieceSum& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const auto policy = team_policy<Policy>(exec, ceil_div(p.n, block_size), block_size);
  if (p.n > 0) Kokkos::parallel_for("cache_policy", policy, SumPiece<Exec, Input>(p));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_cache_policy(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_policy/default_load_matched", launch_in_teams<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("cache_policy/read_only_matched",
               launch_in_teams<ReadOnly<const float*, Exec>, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_cache_policy);

}  // namespace tilebridge::kokkos
