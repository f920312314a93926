// SPDX-License-Identifier: Apache-2.0
// Each thread counts 64 bytes at a time, one league apart, in the bins of its lane.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>
#include <cstdint>

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int bins = Histogram::bins;

template <class Exec>
using Counts = Vector<std::uint32_t, Exec>;

/// Sixteen bytes that a thread can load at once, like uint4.
struct alignas(16) Sixteen {
  std::uint32_t fours[4];
};

/// For GPUs only.
template <class Exec>
struct LanePrivate {
  static constexpr int threads = Histogram::threads;
  static constexpr int lanes = Histogram::lanes;
  static constexpr std::size_t piece = std::size_t{threads} * Histogram::loads;  // in vectors
  using LaneCounts = Scratch<std::uint32_t[bins * lanes], Exec>;

  Vector<const Sixteen, Exec> in;
  Vector<const unsigned char, Exec> rest;  // remainder: fewer than a full vector
  Counts<Exec> counts;

  explicit LanePrivate(const Histogram& h)
      : in(reinterpret_cast<const Sixteen*>(h.in), h.n / sizeof(Sixteen)),
        rest(h.in + h.n / sizeof(Sixteen) * sizeof(Sixteen), h.n % sizeof(Sixteen)),
        counts(h.counts, bins) {}

  /// The vectors that a thread loads at once.
  struct Held {
    Sixteen vectors[Histogram::loads];
  };

  KOKKOS_FORCEINLINE_FUNCTION Held load(std::size_t first) const {
    Held held;
    unrolled<Histogram::loads>(
        [&](int k) { held.vectors[k] = in(first + static_cast<std::size_t>(k * threads)); });
    return held;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void count(std::uint32_t* lane_counts,
                                                const Sixteen& sixteen) {
    unrolled<16>([&](int byte) {
      const std::size_t bin = (sixteen.fours[byte / 4] >> (byte % 4 * 8)) % bins;
      Kokkos::atomic_add(&lane_counts[bin * lanes], 1U);
    });
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    // Without scratch(): for a pointer whose origin it knows, the compiler adds the lane to each
    // atomic's index separately (docs/mapping.md).
    const LaneCounts shared(team.team_scratch(0));
    const int thread = thread_rank(team);
    for (int i = thread; i < bins * lanes; i += threads) shared(i) = 0;
    team.team_barrier();
    std::uint32_t* lane_counts = &shared(thread % lanes);

    const auto rank = static_cast<std::size_t>(thread);
    const auto block = static_cast<std::size_t>(team.league_rank());
    const auto blocks = static_cast<std::size_t>(team.league_size());
    const std::size_t pieces = in.extent(0) / piece;
    Held next = {};
    if (block < pieces) next = load(block * piece + rank);
    for (std::size_t p = block; p < pieces; p += blocks) {
      const Held held = next;
      if (p + blocks < pieces) next = load((p + blocks) * piece + rank);
      // In a loop that the compiler may leave rolled, `held` would lie in local memory.
      unrolled<Histogram::loads>([&](int k) { count(lane_counts, held.vectors[k]); });
    }

    for (std::size_t v = pieces * piece + block * threads + rank; v < in.extent(0);
         v += blocks * threads) {  // remainder: fewer than a full piece
      const Sixteen sixteen = in(v);
      count(lane_counts, sixteen);
    }
    if (block == 0 && rank < rest.extent(0))
      Kokkos::atomic_add(&lane_counts[std::size_t{rest(rank)} * lanes], 1U);
    team.team_barrier();

    if (thread >= bins) return;
    std::uint32_t sum = 0;
    for (int k = 0; k < lanes; ++k)  // rotated so that each thread uses its own bank here too
      sum += shared(thread * lanes + (thread + k) % lanes);
    Kokkos::atomic_add(&counts(thread), sum);
  }
};

template <class Exec>
void in_lanes(const Histogram& h, const Exec& exec) {
  using Functor = LanePrivate<Exec>;
  using Policy = TeamPolicy<Exec, Functor::threads, Histogram::blocks_wanted>;
  const Functor functor(h);
  Kokkos::deep_copy(exec, functor.counts, 0U);
  const int multiprocessors = exec.concurrency() / most_resident_threads;
  const std::size_t league =
      std::min(ceil_div(h.n, Histogram::piece),
               static_cast<std::size_t>(Histogram::blocks_wanted * multiprocessors));
  auto policy = team_policy<Policy>(exec, league, Functor::threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::LaneCounts::shmem_size()));
  if (h.n > 0) Kokkos::parallel_for("histogram/lane_private", policy, functor);
}

}  // namespace

template <class Exec>
void add_engineered_histogram(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) kokkos.add("histogram/lane_private", in_lanes<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_histogram);

}  // namespace tilebridge::kokkos
