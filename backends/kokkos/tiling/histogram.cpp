// SPDX-License-Identifier: Apache-2.0
// One atomic per byte, of words of four; the variants differ in where the bins are stored.
// Rewritten: one word per thread at a time, one league apart, in the bins of its team
// (block_private_rewritten), or 64 bytes at a time, in the bins of its lane (lane_private).
#include "catalogue/tiling/histogram.hpp"

#include <Kokkos_ScatterView.hpp>
#include <algorithm>
#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/resident_teams.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::histogram_experiment {
namespace {

constexpr int bins = Histogram::bins;
constexpr int word_size = Histogram::word_size;
constexpr int block_size = Histogram::block_size;

/// The bytes as words, and those that do not fill one.
template <class Exec>
struct Words {
  Vector<const std::uint32_t, Exec> in;
  Vector<const unsigned char, Exec> rest;

  explicit Words(const Histogram& h)
      : in(reinterpret_cast<const std::uint32_t*>(h.in), h.n / word_size),
        rest(h.in + h.n / word_size * word_size, h.n % word_size) {}

  KOKKOS_FUNCTION std::int64_t count() const { return static_cast<std::int64_t>(in.extent(0)); }
};

/// Calls count_byte(byte) for each byte of a word.
template <class CountByte>
KOKKOS_INLINE_FUNCTION void for_each_byte(std::uint32_t word, const CountByte& count_byte) {
  TILEBRIDGE_UNROLL
  for (int k = 0; k < word_size; ++k) count_byte((word >> 8 * k) % bins);
}

template <class Exec>
void global_atomic(const Histogram& h, const Exec& exec) {
  const Words<Exec> words(h);
  const Vector<std::uint32_t, Exec> counts(h.counts, bins);
  Kokkos::deep_copy(exec, counts, 0U);
  const std::int64_t range = std::max<std::int64_t>(words.count(), words.rest.extent_int(0));
  Kokkos::parallel_for(
      "histogram/global_atomic", RangePolicy<Exec>(exec, 0, range), KOKKOS_LAMBDA(std::int64_t i) {
        const auto add = [&](std::uint32_t byte) { Kokkos::atomic_add(&counts(byte), 1U); };
        if (i < words.count()) for_each_byte(words.in(i), add);
        if (i < words.rest.extent_int(0)) add(words.rest(i));
      });
}

/// The words are divided among as many teams as run at a time.
template <class Exec>
void block_private(const Histogram& h, const Exec& exec) {
  using TeamCounts = Scratch<std::uint32_t[bins], Exec>;  // __shared__ unsigned counts[bins]
  const Words<Exec> words(h);
  const Vector<std::uint32_t, Exec> counts(h.counts, bins);
  Kokkos::deep_copy(exec, counts, 0U);
  if (h.n == 0) return;

  const int team_size = Kokkos::TeamPolicy<Exec>(exec, 1, team_of<Exec, block_size>).team_size();
  const std::int64_t resident = std::max(exec.concurrency() / team_size, 1);
  const std::int64_t teams =
      std::min<std::int64_t>(ceil_div(h.n, block_size * word_size), resident);
  const std::int64_t share = (words.count() + teams - 1) / teams;
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(teams), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts::shmem_size()));
  Kokkos::parallel_for(
      "histogram/block_private", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamCounts team_counts(team.team_scratch(0));
        const auto add = [&](std::uint32_t byte) { Kokkos::atomic_add(&team_counts(byte), 1U); };
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < words.count() ? first + share : words.count();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bins),
                             [&](int bin) { team_counts(bin) = 0; });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last),
                             [&](std::int64_t i) { for_each_byte(words.in(i), add); });
        if (team.league_rank() == 0)
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, words.rest.extent_int(0)),
                               [&](int i) { add(words.rest(i)); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bins),
                             [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
      });
}

template <class Exec>
using ScatterCounts =
    decltype(Kokkos::Experimental::create_scatter_view(Vector<std::uint32_t, Exec>()));

template <class Exec>
void scatter(const Words<Exec>& words, const ScatterCounts<Exec>& counts, const Exec& exec) {
  const std::int64_t range = std::max<std::int64_t>(words.count(), words.rest.extent_int(0));
  Kokkos::parallel_for(
      "histogram/scatter_view", RangePolicy<Exec>(exec, 0, range), KOKKOS_LAMBDA(std::int64_t i) {
        const auto access = counts.access();
        const auto add = [&](std::uint32_t byte) { access(byte) += 1; };
        if (i < words.count()) for_each_byte(words.in(i), add);
        if (i < words.rest.extent_int(0)) add(words.rest(i));
      });
}

/// Kokkos chooses: separate bins for each thread on a host, atomics on one set of bins on a GPU.
template <class Exec>
auto scatter_view(const Histogram& h, const Exec& exec) {
  const Words<Exec> words(h);
  Vector<std::uint32_t, Exec> counts(h.counts, bins);  // contribute does not accept const
  ScatterCounts<Exec> copies = Kokkos::Experimental::create_scatter_view(counts);
  return [=]() mutable {
    Kokkos::deep_copy(exec, counts, 0U);
    copies.reset_except(exec, counts);
    scatter(words, copies, exec);
    Kokkos::Experimental::contribute(exec, counts, copies);
  };
}

/// Launches as many teams as run at a time; a thread's words are a league apart.
template <class Exec>
void block_private_by_index(const Histogram& h, const Exec& exec) {
  using TeamCounts = Scratch<std::uint32_t[bins], Exec>;  // __shared__ unsigned counts[bins]
  const Words<Exec> words(h);
  const Vector<std::uint32_t, Exec> counts(h.counts, bins);
  Kokkos::deep_copy(exec, counts, 0U);
  if (h.n == 0) return;

  const auto resident = static_cast<std::size_t>(std::max(exec.concurrency() / block_size, 1));
  const auto teams = static_cast<int>(std::min(ceil_div(h.n, block_size * word_size), resident));
  Kokkos::TeamPolicy<Exec> policy(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts::shmem_size()));
  Kokkos::parallel_for(
      "histogram/block_private_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const TeamCounts team_counts(team.team_scratch(0));
        const auto add = [&](std::uint32_t byte) { Kokkos::atomic_add(&team_counts(byte), 1U); };
        const int thread = team.team_rank();
        const std::int64_t league = std::int64_t{block_size} * team.league_size();
        const std::int64_t first = std::int64_t{block_size} * team.league_rank() + thread;
        team_counts(thread) = 0;
        team.team_barrier();  // __syncthreads()
        for (std::int64_t i = first; i < words.count(); i += league)
          for_each_byte(words.in(i), add);
        if (first < words.rest.extent_int(0)) add(words.rest(first));
        team.team_barrier();
        Kokkos::atomic_add(&counts(thread), team_counts(thread));
      });
}

using namespace techniques;

/// CUDA's and HIP's own atomic, which the compiler sees to be on shared memory; Kokkos's is on any
/// memory.
KOKKOS_FORCEINLINE_FUNCTION void add_one(std::uint32_t* count) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  atomicAdd(count, 1U);
#else
  Kokkos::atomic_add(count, 1U);
#endif
}

template <class Exec>
struct BlockPrivate {
  using TeamCounts = Scratch<std::uint32_t[bins], Exec>;

  Words<Exec> words;
  Vector<std::uint32_t, Exec> counts;

  explicit BlockPrivate(const Histogram& h) : words(h), counts(h.counts, bins) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto team_counts = scratch<TeamCounts>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    const std::size_t apart = static_cast<std::size_t>(team.league_size()) * block_size;
    for_each_thread<Exec, bins>(team, [&](int bin) { team_counts(bin) = 0; });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t index = first + static_cast<std::size_t>(thread);
      for (std::size_t i = index; i < words.in.extent(0); i += apart)
        for_each_byte(words.in(i), [&](std::uint32_t byte) { add_one(&team_counts(byte)); });
      if (index < words.rest.extent(0)) add_one(&team_counts(words.rest(index)));
    });
    team.team_barrier();
    for_each_thread<Exec, bins>(
        team, [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
  }
};

/// Launches as many teams as run at a time.
template <class Exec>
void block_private_rewritten(const Histogram& h, const Exec& exec) {
  using Functor = BlockPrivate<Exec>;
  const Functor functor(h);
  Kokkos::deep_copy(exec, functor.counts, 0U);
  if (h.n == 0) return;
  const std::size_t resident = teams_at_a_time(exec, block_size);
  auto policy = team_policy<TeamPolicy<Exec, block_size>>(
      exec, std::min(ceil_div(h.n, block_size * word_size), resident), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::TeamCounts::shmem_size()));
  Kokkos::parallel_for("histogram/block_private_rewritten", policy, functor);
}

using BytePack = Pack<std::uint32_t>;  // 16 bytes, like uint4

/// GPUs alone run this.
template <class Exec>
struct LanePrivate {
  static constexpr int threads = Histogram::threads;
  static constexpr int lanes = Histogram::lanes;
  static constexpr std::size_t piece = std::size_t{threads} * Histogram::loads;  // in Packs
  using LaneCounts = Scratch<std::uint32_t[bins * lanes], Exec>;

  Vector<const BytePack, Exec> in;
  Vector<const unsigned char, Exec> rest;  // remainder: fewer than a full Pack
  Vector<std::uint32_t, Exec> counts;

  explicit LanePrivate(const Histogram& h)
      : in(reinterpret_cast<const BytePack*>(h.in), h.n / sizeof(BytePack)),
        rest(h.in + h.n / sizeof(BytePack) * sizeof(BytePack), h.n % sizeof(BytePack)),
        counts(h.counts, bins) {}

  /// A thread loads these Packs at once.
  struct Held {
    BytePack packs[Histogram::loads];
  };

  KOKKOS_FORCEINLINE_FUNCTION Held load(std::size_t first) const {
    Held held;
    unrolled<Histogram::loads>(
        [&](int k) { held.packs[k] = in(first + static_cast<std::size_t>(k * threads)); });
    return held;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void count(std::uint32_t* lane_counts, const BytePack& bytes) {
    unrolled<16>([&](int byte) {
      const std::size_t bin = (bytes.values[byte / 4] >> (byte % 4 * 8)) % bins;
      add_one(&lane_counts[bin * lanes]);
    });
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto shared = scratch<LaneCounts>(team);
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
      unrolled<Histogram::loads>([&](int k) { count(lane_counts, held.packs[k]); });
    }

    for (std::size_t v = pieces * piece + block * threads + rank; v < in.extent(0);
         v += blocks * threads) {  // remainder: fewer than a full piece
      const BytePack bytes = in(v);
      count(lane_counts, bytes);
    }
    if (block == 0 && rank < rest.extent(0)) add_one(&lane_counts[std::size_t{rest(rank)} * lanes]);
    team.team_barrier();

    if (thread >= bins) return;
    std::uint32_t sum = 0;
    for (int k = 0; k < lanes; ++k)  // rotated so that each thread uses its own bank here too
      sum += shared(thread * lanes + (thread + k) % lanes);
    Kokkos::atomic_add(&counts(thread), sum);
  }
};

template <class Exec>
void launch_lane_private(const Histogram& h, const Exec& exec) {
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
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("histogram/global_atomic", global_atomic<Exec>);
  kokkos.add("histogram/block_private", block_private<Exec>);
  kokkos.add_prepared("histogram/scatter_view", scatter_view<Exec>);
  kokkos.add("histogram/block_private_rewritten", block_private_rewritten<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("histogram/lane_private", launch_lane_private<Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("histogram/block_private", block_private_by_index<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::histogram_experiment
