// SPDX-License-Identifier: Apache-2.0
// A team stores its piece again and again and loads what it stored, one element per thread.
#include "catalogue/coalescing/cache_stores.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int piece = StoreAndRead::piece;

template <class Exec>
struct StoreAndReadPieces {
  Vector<const float, Exec> in;
  Vector<float, Exec> first, second;
  int steps;

  explicit StoreAndReadPieces(const StoreAndRead& s)
      : in(s.in, static_cast<std::size_t>(s.blocks) * piece),
        first(s.first, in.extent(0)),
        second(s.second, in.extent(0)),
        steps(s.steps) {}

  template <class From>
  KOKKOS_FORCEINLINE_FUNCTION static void step(const TeamMember<Exec>& team,
                                               const Vector<float, Exec>& to, const From& from) {
    const std::size_t begin = static_cast<std::size_t>(team.league_rank()) * piece;
    for_each_thread<Exec, piece>(team, [&](int thread) {
      const int next = (thread + StoreAndRead::turn) % piece;
      to(begin + static_cast<std::size_t>(thread)) = from(begin + static_cast<std::size_t>(next));
    });
    team.team_barrier();
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    step(team, first, in);
    for (int k = 1; k < steps; ++k)
      if (k % 2 == 1)
        step(team, second, first);
      else
        step(team, first, second);
  }
};

template <class Exec>
void launch_in_teams(const StoreAndRead& s, const Exec& exec) {
  using Policy = TeamPolicy<Exec, piece>;
  const auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(s.blocks), piece);
  if (s.blocks > 0) Kokkos::parallel_for("cache_stores", policy, StoreAndReadPieces<Exec>(s));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_cache_stores(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_stores/default_store_matched", launch_in_teams<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_cache_stores);

}  // namespace tilebridge::kokkos
