// SPDX-License-Identifier: Apache-2.0
// One atomic per byte; the variants differ in where the bins are stored.
#include "catalogue/tiling/histogram.hpp"

#include <Kokkos_ScatterView.hpp>
#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int bins = Histogram::bins;

// [global_atomic]
template <class Exec>
void global_atomic(const Histogram& h, const Exec& exec) {
  const Vector<const unsigned char, Exec> in(h.in, h.n);
  const Vector<std::uint32_t, Exec> counts(h.counts, bins);
  Kokkos::deep_copy(exec, counts, 0U);
  Kokkos::parallel_for(
      "histogram/global_atomic", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(h.n)),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&counts(in(i)), 1U); });
}

// [block_private]
constexpr int block_size = 256;

/// The bytes are divided among as many teams as run at a time.
template <class Exec>
void block_private(const Histogram& h, const Exec& exec) {
  using TeamCounts = Scratch<std::uint32_t[bins], Exec>;  // __shared__ unsigned counts[bins]
  const Vector<const unsigned char, Exec> in(h.in, h.n);
  const Vector<std::uint32_t, Exec> counts(h.counts, bins);
  Kokkos::deep_copy(exec, counts, 0U);
  if (h.n == 0) return;

  const int team_size = Kokkos::TeamPolicy<Exec>(exec, 1, team_of<Exec, block_size>).team_size();
  const auto n = static_cast<std::int64_t>(h.n);
  const std::int64_t resident = std::max(exec.concurrency() / team_size, 1);
  const std::int64_t teams = std::min((n + block_size - 1) / block_size, resident);
  const std::int64_t share = (n + teams - 1) / teams;
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(teams), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts::shmem_size()));
  Kokkos::parallel_for(
      "histogram/block_private", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamCounts team_counts(team.team_scratch(0));
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bins),
                             [&](int bin) { team_counts(bin) = 0; });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last),
                             [&](std::int64_t i) { Kokkos::atomic_add(&team_counts(in(i)), 1U); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bins),
                             [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
      });
}

// [scatter_view]
template <class Exec>
using ScatterCounts =
    decltype(Kokkos::Experimental::create_scatter_view(Vector<std::uint32_t, Exec>()));

template <class Exec>
void scatter(const Vector<const unsigned char, Exec>& in, const ScatterCounts<Exec>& counts,
             const Exec& exec) {
  Kokkos::parallel_for(
      "histogram/scatter_view", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(in.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) { counts.access()(in(i)) += 1; });
}

/// Kokkos chooses: separate bins for each thread on a host, atomics on one set of bins on a GPU.
template <class Exec>
auto scatter_view(const Histogram& h, const Exec& exec) {
  const Vector<const unsigned char, Exec> in(h.in, h.n);
  Vector<std::uint32_t, Exec> counts(h.counts, bins);  // contribute does not accept const
  ScatterCounts<Exec> copies = Kokkos::Experimental::create_scatter_view(counts);
  return [=]() mutable {
    Kokkos::deep_copy(exec, counts, 0U);
    copies.reset_except(exec, counts);
    scatter(in, copies, exec);
    Kokkos::Experimental::contribute(exec, counts, copies);
  };
}

// [/]

}  // namespace

template <class Exec>
void add_histogram(KokkosKernels<Exec>& kokkos) {
  kokkos.add("histogram/global_atomic", global_atomic<Exec>);
  kokkos.add("histogram/block_private", block_private<Exec>);
  kokkos.add_prepared("histogram/scatter_view", scatter_view<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_histogram);

}  // namespace tilebridge::kokkos
