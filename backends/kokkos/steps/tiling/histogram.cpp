// SPDX-License-Identifier: Apache-2.0
// The steps from `loops` to rewritten block_private: one word of four bytes per thread at a time,
// in teams of 256, and at each step one more idiom left behind.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>
#include <cstdint>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/resident_teams.hpp"
#include "backends/kokkos/steps/steps.hpp"

namespace tilebridge::kokkos::steps::histogram_experiment {
namespace {

using namespace techniques;

constexpr int bins = Histogram::bins;
constexpr int block_size = Histogram::block_size;
constexpr int word_size = Histogram::word_size;

/// The first step is raw ranks, the second this one.
constexpr int pointer_to_scratch = 2;

template <int step, class Exec>
struct BlockPrivate {
  using TeamCounts = Scratch<std::uint32_t[bins], Exec>;

  Vector<const std::uint32_t, Exec> in;
  Vector<const unsigned char, Exec> rest;  // remainder: fewer than a full word
  Vector<std::uint32_t, Exec> counts;
  std::int64_t words, share;

  BlockPrivate(const Histogram& h, std::int64_t words_per_team)
      : in(reinterpret_cast<const std::uint32_t*>(h.in), h.n / word_size),
        rest(h.in + h.n / word_size * word_size, h.n % word_size),
        counts(h.counts, bins),
        words(static_cast<std::int64_t>(h.n / word_size)),
        share(words_per_team) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto team_counts = scratch_of<step >= pointer_to_scratch, TeamCounts>(team);
    const std::int64_t first = team.league_rank() * share;
    const std::int64_t last = first + share < words ? first + share : words;
    for_each_thread<Exec, bins>(team, [&](int bin) { team_counts(bin) = 0; });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (std::int64_t i = first + thread; i < last; i += block_size) {
        const std::uint32_t word = in(i);
        TILEBRIDGE_UNROLL
        for (int k = 0; k < word_size; ++k)
          Kokkos::atomic_add(&team_counts((word >> 8 * k) % bins), 1U);
      }
      const auto rank = static_cast<std::size_t>(thread);
      if (team.league_rank() == 0 && rank < rest.extent(0))
        Kokkos::atomic_add(&team_counts(rest(rank)), 1U);
    });
    team.team_barrier();
    for_each_thread<Exec, bins>(
        team, [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
  }
};

/// The words are divided among as many teams as run at a time.
template <int step, class Exec>
void block_private(const Histogram& h, const Exec& exec) {
  using Functor = BlockPrivate<step, Exec>;
  Kokkos::deep_copy(exec, Vector<std::uint32_t, Exec>(h.counts, bins), 0U);
  if (h.n == 0) return;
  const std::size_t resident = teams_at_a_time(exec, block_size);
  const std::size_t teams = std::min(ceil_div(h.n, block_size * word_size), resident);
  auto policy = team_policy<Kokkos::TeamPolicy<Exec>>(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::TeamCounts::shmem_size()));
  Kokkos::parallel_for("histogram/block_private", policy,
                       Functor(h, static_cast<std::int64_t>(ceil_div(h.n / word_size, teams))));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("histogram/block_private_step1", block_private<1, Exec>);
  kokkos.add("histogram/block_private_step2", block_private<pointer_to_scratch, Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::steps::histogram_experiment
