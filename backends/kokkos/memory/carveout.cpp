// SPDX-License-Identifier: Apache-2.0
// A walk through a table that L1 should hold, or that scratch memory holds.
#include "catalogue/memory/carveout.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "base/error.hpp"

namespace tilebridge::kokkos::carveout_experiment {
namespace {

template <class Exec>
void cached(const CarveoutWalk& c, const Exec& exec) {
  constexpr int width = RowWalk::width;
  const Matrix<const std::uint32_t, Exec> next(c.walk.next, c.walk.rows, width);
  const Vector<std::uint32_t, Exec> last(c.last, c.n);
  const int rows = c.walk.rows, steps = c.walk.steps;
  Kokkos::parallel_for(
      "carveout/cached", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(c.n)),
      KOKKOS_LAMBDA(std::int64_t i) {
        const auto column = static_cast<int>(i % width);
        auto row = static_cast<std::uint32_t>(i / width % rows);
        for (int step = 0; step < steps; ++step) row = next(row, column);
        last(i) = row;
      });
}

template <class Exec>
using Table = Scratch<std::uint32_t * [RowWalk::width], Exec>;

template <class Exec>
Kokkos::TeamPolicy<Exec> policy_of(const CarveoutWalk& c, const Exec& exec) {
  const auto teams = static_cast<int>(ceil_div(c.n, CarveoutWalk::block_size));
  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, CarveoutWalk::block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Table<Exec>::shmem_size(c.walk.rows)));
  return policy;
}

template <class Policy, class Exec>
void walk_in_teams(const CarveoutWalk& c, const Policy& policy, const Exec&) {
  constexpr int width = RowWalk::width, block_size = CarveoutWalk::block_size;
  if (c.n == 0) return;
  const Matrix<const std::uint32_t, Exec> next(c.walk.next, c.walk.rows, width);
  const Vector<std::uint32_t, Exec> last(c.last, c.n);
  const auto n = static_cast<std::int64_t>(c.n);
  const int rows = c.walk.rows, steps = c.walk.steps;
  Kokkos::parallel_for(
      "carveout/staged", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Table<Exec> table(team.team_scratch(0), rows);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows * width), [&](int word) {
          table(word / width, word % width) = next(word / width, word % width);
        });
        team.team_barrier();
        const std::int64_t first = std::int64_t{team.league_rank()} * block_size;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          const std::int64_t i = first + t;
          if (i >= n) return;
          auto row = static_cast<std::uint32_t>(i / width % rows);
          for (int step = 0; step < steps; ++step) row = table(row, t % width);
          last(i) = row;
        });
      });
}

template <class Exec>
void staged(const CarveoutWalk& c, const Exec& exec) {
  walk_in_teams(c, policy_of(c, exec), exec);
}

template <class Exec>
void staged_occupancy(const CarveoutWalk& c, const Exec& exec) {
  using Kokkos::Experimental::DesiredOccupancy;
  walk_in_teams(c, Kokkos::Experimental::prefer(policy_of(c, exec), DesiredOccupancy(c.percent)),
                exec);
}

template <class Exec>
void staged_by_index(const CarveoutWalk& c, const Exec& exec) {
  constexpr int width = RowWalk::width, block_size = CarveoutWalk::block_size;
  if (c.n == 0) return;
  const Matrix<const std::uint32_t, Exec> next(c.walk.next, c.walk.rows, width);
  const Vector<std::uint32_t, Exec> last(c.last, c.n);
  const auto n = static_cast<std::int64_t>(c.n);
  const int rows = c.walk.rows, steps = c.walk.steps;
  Kokkos::parallel_for(
      "carveout/staged", policy_of(c, exec), KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Table<Exec> table(team.team_scratch(0), rows);
        const int thread = team.team_rank();
        for (int word = thread; word < rows * width; word += block_size)
          table(word / width, word % width) = next(word / width, word % width);
        team.team_barrier();
        const std::int64_t i = std::int64_t{team.league_rank()} * block_size + thread;
        if (i >= n) return;
        auto row = static_cast<std::uint32_t>(i / width % rows);
        for (int step = 0; step < steps; ++step) row = table(row, thread % width);
        last(i) = row;
      });
}

using namespace techniques;

template <class Exec>
struct Cached {
  static constexpr int width = RowWalk::width;
  Vector<const std::uint32_t, Exec> next;
  Vector<std::uint32_t, Exec> last;
  int rows, steps;

  explicit Cached(const CarveoutWalk& c)
      : next(c.walk.next, static_cast<std::size_t>(c.walk.rows) * width),
        last(c.last, c.n),
        rows(c.walk.rows),
        steps(c.walk.steps) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    const unsigned column = i % width;
    auto row = static_cast<std::uint32_t>(i / width % rows);
    for (int step = 0; step < steps; ++step) row = next(row * width + column);
    last(i) = row;
  }
};

template <class Exec>
void cached_rewritten(const CarveoutWalk& c, const Exec& exec) {
  for_each_element<CarveoutWalk::block_size>("carveout/cached_rewritten", exec, c.n,
                                             Cached<Exec>(c));
}

template <auto launch, class Exec>
auto prepare_cached(const CarveoutWalk& c, const Exec& exec) {
  if (c.prefer != Preference::none)
    throw NoEquivalent("Kokkos does not say whether a kernel prefers shared memory or L1");
  return [c, exec] { launch(c, exec); };
}

template <auto launch, class Exec>
auto prepare_staged(const CarveoutWalk& c, const Exec& exec) {
  const auto prepared = prepare_cached<launch>(c, exec);
  check_scratch<Exec>(Table<Exec>::shmem_size(c.walk.rows));
  return prepared;
}

template <class Exec>
auto prepare_staged_occupancy(const CarveoutWalk& c, const Exec& exec) {
  check_scratch<Exec>(Table<Exec>::shmem_size(c.walk.rows));
  return [c, exec] { staged_occupancy(c, exec); };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    const auto by_index = kokkos.in(Form::indices);
    kokkos.add_prepared("carveout/cached", prepare_cached<cached<Exec>, Exec>);
    kokkos.add_prepared("carveout/cached_rewritten", prepare_cached<cached_rewritten<Exec>, Exec>);
    kokkos.add_prepared("carveout/staged", prepare_staged<staged<Exec>, Exec>);
    by_index.add_prepared("carveout/staged", prepare_staged<staged_by_index<Exec>, Exec>);
    kokkos.add_prepared("carveout/staged_occupancy", prepare_staged_occupancy<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::carveout_experiment
