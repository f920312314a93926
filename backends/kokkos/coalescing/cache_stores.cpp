// SPDX-License-Identifier: Apache-2.0
// A team of 256 threads stores its piece again and again and loads what it stored. By index, and
// rewritten: one element per thread, without a range's loop.
#include "catalogue/coalescing/cache_stores.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::cache_stores_experiment {
namespace {

/// Copies the piece that begins at element `begin`.
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

constexpr int piece = StoreAndRead::piece;

/// Stores the thread's element of the team's piece.
template <class Team, class From, class To>
KOKKOS_FUNCTION void step_by_index(const Team& team, const To& to, const From& from) {
  const std::int64_t begin = static_cast<std::int64_t>(team.league_rank()) * piece;
  const int thread = team.team_rank();
  to(begin + thread) = from(begin + StoreAndRead::next(thread));
  team.team_barrier();
}

template <class Exec>
void default_store_by_index(const StoreAndRead& s, const Exec& exec) {
  const Vector<const float, Exec> in(s.in, s.blocks * piece);
  const Vector<float, Exec> first(s.first, s.blocks * piece);
  const Vector<float, Exec> second(s.second, s.blocks * piece);
  const int steps = s.steps, blocks = static_cast<int>(s.blocks);
  if (blocks == 0) return;

  Kokkos::parallel_for(
      "cache_stores", Kokkos::TeamPolicy<Exec>(exec, blocks, piece),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        step_by_index(team, first, in);
        for (int k = 1; k < steps; ++k)
          if (k % 2 == 1)
            step_by_index(team, second, first);
          else
            step_by_index(team, first, second);
      });
}

using namespace techniques;

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
      const int next = StoreAndRead::next(thread);
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
void default_store_rewritten(const StoreAndRead& s, const Exec& exec) {
  using Policy = TeamPolicy<Exec, piece>;
  const auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(s.blocks), piece);
  if (s.blocks > 0) Kokkos::parallel_for("cache_stores", policy, StoreAndReadPieces<Exec>(s));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kokkos.add("cache_stores/default_store", default_store<Exec>);
  kokkos.add("cache_stores/default_store_rewritten", default_store_rewritten<Exec>);
  if constexpr (!is_host<Exec>)
    by_index.add("cache_stores/default_store", default_store_by_index<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cache_stores_experiment
