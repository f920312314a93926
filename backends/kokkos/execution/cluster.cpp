// SPDX-License-Identifier: Apache-2.0
// A sum, a histogram and an exchange by independent teams: Kokkos has no clusters of teams.
#include "catalogue/execution/cluster.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::cluster_experiment {
namespace {

using Word = std::uint32_t;

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
        if (team.team_rank() == 0) Kokkos::atomic_add(&result(), sum);
      });
}

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

/// Stores as many words as `to` has room for.
template <class Exec>
void exchange_once(const Vector<const Word, Exec>& in, const Vector<const Word, Exec>& from,
                   const Vector<Word, Exec>& to, const Exec& exec) {
  const std::size_t n = in.extent(0);
  const std::size_t sent = from.extent(0);
  Kokkos::parallel_for(
      "cluster/exchange_blocks",
      RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(to.extent(0))),
      KOKKOS_LAMBDA(std::int64_t thread) {
        const auto i = static_cast<std::size_t>(thread);
        const std::size_t sender = ClusterExchange::sender(i);
        const Word received = sender < sent ? from(sender) : 0;
        to(i) = received + (i < n ? in(i) : 0);
      });
}

template <auto once, class Exec>
auto prepare_exchange_blocks(const ClusterExchange& e, const Exec& exec) {
  const OwnedVector<Word, Exec> even(
      Kokkos::view_alloc("cluster/even", Kokkos::WithoutInitializing), e.padded());
  const OwnedVector<Word, Exec> odd(Kokkos::view_alloc("cluster/odd", Kokkos::WithoutInitializing),
                                    e.padded());
  return [=] {
    const Vector<const Word, Exec> in(e.in, e.n);
    const Vector<Word, Exec> out(e.out, e.n);
    Vector<const Word, Exec> from = in;
    for (int round = 0; round < ClusterExchange::rounds && e.n > 0; ++round) {
      const bool is_last = round == ClusterExchange::rounds - 1;
      const Vector<Word, Exec> to = is_last ? out : Vector<Word, Exec>(round % 2 == 0 ? even : odd);
      once(in, from, to, exec);
      from = to;
    }
  };
}

template <class Exec>
void reduce_blocks_by_index(const ClusterSum& s, const Exec& exec) {
  constexpr int block_size = ClusterSum::block_size;
  const Vector<const Word, Exec> in(s.in, s.n);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> result(s.result);
  const auto n = static_cast<std::int64_t>(s.n);
  const auto teams = static_cast<int>(ceil_div(s.n, block_size));
  Kokkos::deep_copy(exec, result, 0U);
  if (teams == 0) return;
  Kokkos::parallel_for(
      "cluster/reduce_blocks", Kokkos::TeamPolicy<Exec>(exec, teams, block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t i = std::int64_t{team.league_rank()} * block_size + team.team_rank();
        Word sum = i < n ? in(i) : 0;
        team.team_reduce(Kokkos::Sum<Word>(sum));
        if (team.team_rank() == 0) Kokkos::atomic_add(&result(), sum);
      });
}

using namespace techniques;

template <class Exec>
struct TeamSum {
  static constexpr int block_size = ClusterSum::block_size;
  using Steps = TwoSteps<Exec, block_size, Word>;
  using Sums = typename Steps::Sums;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> result;  // one word

  explicit TeamSum(const ClusterSum& s) : in(s.in, s.n), result(s.result, 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    const Word sum = Steps::sum(team, scratch<Sums>(team), [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      return i < in.extent(0) ? in(i) : 0;
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sum);
  }
};

template <class Exec>
void reduce_blocks_rewritten(const ClusterSum& s, const Exec& exec) {
  constexpr int block_size = ClusterSum::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  const TeamSum<Exec> functor(s);
  Kokkos::deep_copy(exec, functor.result, 0U);
  auto policy = team_policy<Policy>(exec, ceil_div(s.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamSum<Exec>::Sums::shmem_size()));
  if (s.n > 0) Kokkos::parallel_for("cluster/reduce_blocks_rewritten", policy, functor);
}

template <class Exec>
struct ExchangeOnce {
  static constexpr int block_size = ClusterExchange::block_size;
  static constexpr unsigned cluster_size = ClusterExchange::cluster_size;
  Vector<const Word, Exec> in, from;
  Vector<Word, Exec> to;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto block = static_cast<std::size_t>(team.league_rank());
    const unsigned rank = block % cluster_size;
    const std::size_t sending = block - rank + (rank + cluster_size - 1) % cluster_size;
    const auto thread = static_cast<std::size_t>(thread_rank(team));
    const std::size_t i = block * block_size + thread, sender = sending * block_size + thread;
    if (i >= to.extent(0)) return;
    const Word received = sender < from.extent(0) ? from(sender) : 0;
    to(i) = received + (i < in.extent(0) ? in(i) : 0);
  }
};

template <class Exec>
void exchange_once_rewritten(const Vector<const Word, Exec>& in,
                             const Vector<const Word, Exec>& from, const Vector<Word, Exec>& to,
                             const Exec& exec) {
  constexpr int block_size = ClusterExchange::block_size;
  const auto policy = team_policy<TeamPolicy<Exec, block_size>>(
      exec, ceil_div(to.extent(0), block_size), block_size);
  Kokkos::parallel_for("cluster/exchange_blocks_rewritten", policy,
                       ExchangeOnce<Exec>{in, from, to});
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("cluster/reduce_blocks", reduce_blocks<Exec>);
    kokkos.add_prepared("cluster/histogram_blocks", prepare_histogram_blocks<Exec>);
    kokkos.add_prepared("cluster/exchange_blocks",
                        prepare_exchange_blocks<exchange_once<Exec>, Exec>);
    kokkos.add("cluster/reduce_blocks_rewritten", reduce_blocks_rewritten<Exec>);
    kokkos.add_prepared("cluster/exchange_blocks_rewritten",
                        prepare_exchange_blocks<exchange_once_rewritten<Exec>, Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("cluster/reduce_blocks", reduce_blocks_by_index<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cluster_experiment
