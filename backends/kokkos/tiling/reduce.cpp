// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, of at most 1024 teams, then one team for the teams' sums; the
// variants differ in how a team sums.
#include "catalogue/tiling/reduce.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::kokkos::reduce_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

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
        if (team.team_rank() == 0) sums(team.league_rank()) = team_sums(0);
      });
}

/// Sums by a team's built-in reduction.
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
        if (team.team_rank() == 0) sums(team.league_rank()) = team_sum;
      });
}

template <class T, class Exec>
void single_pass(const Reduce<T>& r, const OwnedVector<T, Exec>& partials,
                 const OwnedVector<unsigned, Exec>& tickets, const Exec& exec) {
  const Vector<const T, Exec> in(r.in, r.n);
  const Vector<T, Exec> result(r.result, 1);
  const auto n = static_cast<std::int64_t>(r.n);
  const std::int64_t share = ReduceShares(r.n).share;
  const Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(partials.extent(0)),
                                        team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "reduce/single_pass", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
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
        if (team.team_rank() == 0) {
          result(0) = total;
          tickets(0) = 0;
        }
      });
}

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

/// The same over a grid of two dimensions, the first index contiguous. A grid of no elements would
/// have no kernel that writes the result.
template <class T, class Exec>
void reduce_grid(const Reduce<T>& r, const Exec& exec) {
  using Grid = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<std::int64_t>>;
  constexpr std::int64_t columns = 1024;
  const Vector<const T, Exec> in(r.in, r.n);
  const Kokkos::View<T, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(r.result);
  const auto n = static_cast<std::int64_t>(r.n);
  const std::int64_t rows = n > 0 ? (n + columns - 1) / columns : 1;
  Kokkos::parallel_reduce(
      "reduce/grid_reduce", Grid(exec, {0, 0}, {columns, rows}),
      KOKKOS_LAMBDA(std::int64_t column, std::int64_t row, T & sum) {
        const std::int64_t i = row * columns + column;
        if (i < n) sum += in(i);
      },
      result);
}

/// Sums by a reducer, whose View says where the result goes.
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

/// Returns the sum of `value` over a team to all of its threads, computed as a tree in scratch
/// memory. A barrier must separate the call from the last read of `sums`.
template <class Team, class Sums, class T>
KOKKOS_INLINE_FUNCTION T team_sum(const Team& team, const Sums& sums, T value) {
  const int thread = team.team_rank();
  sums(thread) = value;
  team.team_barrier();  // __syncthreads()
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (thread < half) sums(thread) += sums(thread + half);
    team.team_barrier();
  }
  return sums(0);
}

/// sums(team) = Σ in(i) over the team's `share`.
template <class T, class Exec>
void sum_teams_by_index(const Vector<const T, Exec>& in, std::size_t share,
                        const Vector<T, Exec>& sums, const Exec& exec) {
  using TeamSums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  const std::size_t n = in.extent(0);
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(sums.extent(0)), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamSums::shmem_size()));
  Kokkos::parallel_for(
      "reduce/sum_teams_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamSums team_sums(team.team_scratch(0));
        const std::size_t first = team.league_rank() * share;
        const std::size_t last = first + share < n ? first + share : n;
        T sum = 0;
        for (std::size_t i = first + team.team_rank(); i < last; i += block_size) sum += in(i);
        sum = team_sum(team, team_sums, sum);
        if (team.team_rank() == 0) sums(team.league_rank()) = sum;
      });
}

template <class T, class Exec>
void single_pass_by_index(const Reduce<T>& r, const OwnedVector<T, Exec>& partials,
                          const OwnedVector<unsigned, Exec>& tickets, const Exec& exec) {
  using TeamSums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  using IsLast = Scratch<bool[1], Exec>;          // __shared__ bool is_last
  const Vector<const T, Exec> in(r.in, r.n);
  const Vector<T, Exec> result(r.result, 1);
  const std::size_t n = r.n, share = ReduceShares(r.n).share;
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(partials.extent(0)), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamSums::shmem_size() + IsLast::shmem_size()));
  Kokkos::parallel_for(
      "reduce/single_pass_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamSums team_sums(team.team_scratch(0));
        const IsLast is_last(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::size_t first = team.league_rank() * share;
        const std::size_t last = first + share < n ? first + share : n;
        T sum = 0;
        for (std::size_t i = first + thread; i < last; i += block_size) sum += in(i);
        sum = team_sum(team, team_sums, sum);
        if (thread == 0) {
          partials(team.league_rank()) = sum;
          Kokkos::memory_fence();  // a thread that sees this ticket also sees the sum
          is_last(0) = Kokkos::atomic_fetch_add(&tickets(0), 1U) + 1 ==
                       static_cast<unsigned>(team.league_size());
          if (is_last(0)) Kokkos::memory_fence();  // the other sums are read after the ticket
        }
        team.team_barrier();
        if (!is_last(0)) return;

        T total = 0;
        for (int i = thread; i < team.league_size(); i += block_size) total += partials(i);
        total = team_sum(team, team_sums, total);
        if (thread > 0) return;
        result(0) = total;
        tickets(0) = 0;
      });
}

/// Sums by pass(in, share, sums, exec): a sum per team, then one team's sum of these.
template <auto pass, class T, class Exec>
auto two_passes(const Reduce<T>& r, const Exec& exec) {
  const ReduceShares shares(r.n);
  const OwnedVector<T, Exec> partials("partials", shares.blocks);
  return [=] {
    pass(Vector<const T, Exec>(r.in, r.n), shares.share, partials, exec);
    pass(partials, shares.blocks, Vector<T, Exec>(r.result, 1), exec);
  };
}

/// Sums by pass(r, partials, tickets, exec); `tickets` is 0 before and after.
template <auto pass, class T, class Exec>
auto one_pass(const Reduce<T>& r, const Exec& exec) {
  const OwnedVector<T, Exec> partials("partials", ReduceShares(r.n).blocks);
  const OwnedVector<unsigned, Exec> tickets("tickets", 1);
  return [=] { pass(r, partials, tickets, exec); };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add_prepared("reduce/block_tree", two_passes<tree<Addition, T, Exec>, T, Exec>);
    kokkos.add_prepared("reduce/maximum", two_passes<tree<Maximum, T, Exec>, T, Exec>);
    kokkos.add_prepared("reduce/shuffle", two_passes<team_reduction<T, Exec>, T, Exec>);
    kokkos.add_prepared("reduce/single_pass", one_pass<single_pass<T, Exec>, T, Exec>);
    kokkos.add("reduce/parallel_reduce", reduce_range<T, Exec>);
    kokkos.add("reduce/grid_reduce", reduce_grid<T, Exec>);
    kokkos.add("reduce/parallel_max", max_of_range<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add_prepared("reduce/block_tree", two_passes<sum_teams_by_index<T, Exec>, T, Exec>);
      by_index.add_prepared("reduce/shuffle", two_passes<sum_teams_by_index<T, Exec>, T, Exec>);
      by_index.add_prepared("reduce/single_pass", one_pass<single_pass_by_index<T, Exec>, T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::reduce_experiment
