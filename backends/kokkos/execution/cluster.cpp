// SPDX-License-Identifier: Apache-2.0
// A sum and a histogram by independent teams: Kokkos has no clusters of teams.
#include "catalogue/execution/cluster.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;

// [reduce_blocks]
template <class Exec>
void reduce_blocks(const ClusterSum& s, const Exec& exec) {
  constexpr int block_size = ClusterSum::block_size;
  const Vector<const Word, Exec> in(s.in, s.n);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> result(s.result);
  const auto n = static_cast<std::int64_t>(s.n);
  const auto teams = static_cast<int>(ceil_div(s.n, block_size));
  Kokkos::deep_copy(exec, result, 0U);
  if (teams == 0) return;
  Kokkos::parallel_for(
      "cluster/reduce_blocks", Kokkos::TeamPolicy<Exec>(exec, teams, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{team.league_rank()} * block_size;
        Word sum = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, block_size),
            [&](int t, Word& part) {
              if (first + t < n) part += in(first + t);
            },
            sum);
        Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&result(), sum); });
      });
}

// [histogram_blocks]
template <class Exec>
void histogram_blocks(const ClusterHistogram& h, const Exec& exec) {
  using TeamCounts = Scratch<Word*, Exec>;  // extern __shared__ Word counts[]
  const Vector<const Word, Exec> in(h.in, h.n);
  const Vector<Word, Exec> counts(h.counts, static_cast<std::size_t>(h.bins));
  const auto n = static_cast<std::int64_t>(h.n);
  const int bins = h.bins;
  const auto teams = static_cast<int>(h.blocks(static_cast<std::size_t>(exec.concurrency())));
  Kokkos::deep_copy(exec, counts, 0U);
  if (teams == 0) return;
  const std::int64_t share = (n + teams - 1) / teams;  // words per team
  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, ClusterHistogram::block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts::shmem_size(counts.extent(0))));
  Kokkos::parallel_for(
      "cluster/histogram_blocks", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamCounts team_counts(team.team_scratch(0), bins);
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
        const auto each_bin = Kokkos::TeamVectorRange(team, bins);
        Kokkos::parallel_for(each_bin, [&](int bin) { team_counts(bin) = 0; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, first, last),
                             [&](std::int64_t i) { Kokkos::atomic_add(&team_counts(in(i)), 1U); });
        team.team_barrier();
        Kokkos::parallel_for(each_bin,
                             [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
      });
}

template <class Exec>
auto prepare_histogram_blocks(const ClusterHistogram& h, const Exec& exec) {
  check_scratch<Exec>(Scratch<Word*, Exec>::shmem_size(static_cast<std::size_t>(h.bins)));
  return [h, exec] { histogram_blocks(h, exec); };
}

// [/]

}  // namespace

template <class Exec>
void add_cluster([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("cluster/reduce_blocks", reduce_blocks<Exec>);
    kokkos.add_prepared("cluster/histogram_blocks", prepare_histogram_blocks<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_cluster);

}  // namespace tilebridge::kokkos
