// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, then one team for the teams' sums; variants differ in how a team
// sums.
#include "catalogue/tiling/reduce.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [block_tree, shuffle, single_pass, maximum]
constexpr int block_size = 256;

/// At least one, so that the empty sum is written too.
template <class T>
int teams_of(const Reduce<T>& r) {
  return static_cast<int>(std::max(ceil_div(r.n, block_size), std::size_t{1}));
}

// [block_tree, maximum]
/// What two values are reduced to, and what nothing is.
template <class T>
struct Sum {
  static constexpr T none = 0;
  KOKKOS_FUNCTION static T of(T a, T b) { return a + b; }
};

/// sums(team) = Σ in(i) over the team's `share`, computed as a tree in scratch memory.
template <template <class> class Result, class T, class Exec>
void tree(const Vector<const T, Exec>& in, std::int64_t share, const Vector<T, Exec>& sums,
          const Exec& exec) {
  using TeamSums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  const auto n = static_cast<std::int64_t>(in.extent(0));

  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(sums.extent(0)),
                                  team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamSums::shmem_size()));
  Kokkos::parallel_for(
      "reduce/tree", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamSums team_sums(team.team_scratch(0));
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          T sum = Result<T>::none;
          for (std::int64_t i = first + thread; i < last; i += block_size)
            sum = Result<T>::of(sum, in(i));
          team_sums(thread) = sum;
        });
        team.team_barrier();  // __syncthreads()
        for (int half = block_size / 2; half > 0; half /= 2) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, half), [&](int thread) {
            team_sums(thread) = Result<T>::of(team_sums(thread), team_sums(thread + half));
          });
          team.team_barrier();
        }
        Kokkos::single(Kokkos::PerTeam(team), [&] { sums(team.league_rank()) = team_sums(0); });
      });
}

template <template <class> class Result, class T, class Exec>
auto two_passes(const Reduce<T>& r, const Exec& exec) {
  const OwnedVector<T, Exec> partials("partials", static_cast<std::size_t>(teams_of(r)));
  return [=] {
    tree<Result, T, Exec>(Vector<const T, Exec>(r.in, r.n), block_size, partials, exec);
    tree<Result, T, Exec>(partials, teams_of(r), Vector<T, Exec>(r.result, 1), exec);
  };
}

// [maximum]
/// The larger one, whose tree has the same steps.
template <class T>
struct Maximum {
  static constexpr T none = std::numeric_limits<T>::lowest();
  KOKKOS_FUNCTION static T of(T a, T b) { return a < b ? b : a; }
};

// [shuffle]
/// The same with a team's built-in reduction.
template <class T, class Exec>
void team_reduction(const Vector<const T, Exec>& in, std::int64_t share,
                    const Vector<T, Exec>& sums, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(in.extent(0));
  const Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(sums.extent(0)),
                                        team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "reduce/team_reduction", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
        T team_sum = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, first, last),
            [&](std::int64_t i, T& sum) { sum += in(i); }, team_sum);
        Kokkos::single(Kokkos::PerTeam(team), [&] { sums(team.league_rank()) = team_sum; });
      });
}

template <class T, class Exec>
auto shuffle(const Reduce<T>& r, const Exec& exec) {
  const OwnedVector<T, Exec> partials("partials", static_cast<std::size_t>(teams_of(r)));
  return [=] {
    team_reduction<T, Exec>(Vector<const T, Exec>(r.in, r.n), block_size, partials, exec);
    team_reduction<T, Exec>(partials, teams_of(r), Vector<T, Exec>(r.result, 1), exec);
  };
}

// [single_pass]
/// `tickets` is 0 before and after.
template <class T, class Exec>
void last_team_sums(const Reduce<T>& r, const OwnedVector<T, Exec>& partials,
                    const OwnedVector<unsigned, Exec>& tickets, const Exec& exec) {
  const Vector<const T, Exec> in(r.in, r.n);
  const Vector<T, Exec> result(r.result, 1);
  const auto n = static_cast<std::int64_t>(r.n);
  const Kokkos::TeamPolicy<Exec> policy(exec, teams_of(r), team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "reduce/single_pass", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{block_size} * team.league_rank();
        const std::int64_t last = first + block_size < n ? first + block_size : n;
        T team_sum = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, first, last),
            [&](std::int64_t i, T& sum) { sum += in(i); }, team_sum);
        unsigned ticket = 0;
        Kokkos::single(
            Kokkos::PerTeam(team),
            [&](unsigned& drawn) {
              partials(team.league_rank()) = team_sum;
              Kokkos::memory_fence();  // a thread that sees this ticket also sees the sum
              drawn = Kokkos::atomic_fetch_add(&tickets(0), 1U);
            },
            ticket);
        if (ticket + 1 < static_cast<unsigned>(team.league_size())) return;

        Kokkos::memory_fence();  // the other teams' sums are read after the ticket
        T total = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, team.league_size()),
            [&](int i, T& sum) { sum += partials(i); }, total);
        Kokkos::single(Kokkos::PerTeam(team), [&] {
          result(0) = total;
          tickets(0) = 0;
        });
      });
}

template <class T, class Exec>
auto single_pass(const Reduce<T>& r, const Exec& exec) {
  const OwnedVector<T, Exec> partials("partials", static_cast<std::size_t>(teams_of(r)));
  const OwnedVector<unsigned, Exec> tickets("tickets", 1);
  return [=] { last_team_sums(r, partials, tickets, exec); };
}

// [parallel_reduce]
/// Kokkos chooses the number of threads, the elements per thread and how the sums are combined. The
/// result goes into a View: a scalar result would wait for the device.
template <class T, class Exec>
void reduce_range(const Reduce<T>& r, const Exec& exec) {
  const Vector<const T, Exec> in(r.in, r.n);
  const Kokkos::View<T, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(r.result);
  Kokkos::parallel_reduce(
      "reduce/parallel_reduce", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & sum) { sum += in(i); }, result);
}

// [parallel_max]
/// The same with a reducer, whose View says where the result goes.
template <class T, class Exec>
void max_of_range(const Reduce<T>& r, const Exec& exec) {
  using Max = Kokkos::Max<T, typename Exec::memory_space>;
  const Vector<const T, Exec> in(r.in, r.n);
  const typename Max::result_view_type result(r.result);
  Kokkos::parallel_reduce(
      "reduce/parallel_max", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & largest) {
        if (largest < in(i)) largest = in(i);
      },
      Max(result));
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add_prepared("reduce/block_tree", two_passes<Sum, T, Exec>);
  kokkos.add_prepared("reduce/maximum", two_passes<Maximum, T, Exec>);
  kokkos.add_prepared("reduce/shuffle", shuffle<T, Exec>);
  kokkos.add_prepared("reduce/single_pass", single_pass<T, Exec>);
  kokkos.add("reduce/parallel_reduce", reduce_range<T, Exec>);
  kokkos.add("reduce/parallel_max", max_of_range<T, Exec>);
}

}  // namespace

template <class Exec>
void add_reduce(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_reduce);

}  // namespace tilebridge::kokkos
