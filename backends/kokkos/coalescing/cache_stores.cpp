// SPDX-License-Identifier: Apache-2.0
// A team of 256 threads stores its piece again and again and loads what it stored.
#include "catalogue/coalescing/cache_stores.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
/// The piece that begins at element `begin`.
template <class Team, class From, class To>
KOKKOS_FUNCTION void step(const Team& team, std::int64_t begin, const To& to, const From& from) {
  constexpr int piece = StoreAndRead::piece;
  Kokkos::parallel_for(Kokkos::TeamVectorRange(team, piece), [&](int j) {  // threadIdx.x
    to(begin + j) = from(begin + (j + StoreAndRead::turn) % piece);
  });
  team.team_barrier();
}

template <class Exec>
void default_store(const StoreAndRead& s, const Exec& exec) {
  constexpr int piece = StoreAndRead::piece;
  const Vector<const float, Exec> in(s.in, s.blocks * piece);
  const Vector<float, Exec> first(s.first, s.blocks * piece);
  const Vector<float, Exec> second(s.second, s.blocks * piece);
  const int steps = s.steps, blocks = static_cast<int>(s.blocks);
  if (blocks == 0) return;

  const Kokkos::TeamPolicy<Exec> policy(exec, blocks, team_of<Exec, piece>);
  Kokkos::parallel_for(
      "cache_stores", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t begin = static_cast<std::int64_t>(team.league_rank()) * piece;
        step(team, begin, first, in);
        for (int k = 1; k < steps; ++k)
          if (k % 2 == 1)
            step(team, begin, second, first);
          else
            step(team, begin, first, second);
      });
}

// [/]

}  // namespace

template <class Exec>
void add_cache_stores(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_stores/default_store", default_store<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_cache_stores);

}  // namespace tilebridge::kokkos
