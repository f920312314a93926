// SPDX-License-Identifier: Apache-2.0
// Threads tally random numbers; the variants differ in the words and in the atomic. Rewritten: by
// CUDA's (or HIP's) atomics inside a team's kernel, or by the Kokkos atomic that says no more than
// is needed.
#include "catalogue/idioms/atomics.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::atomics_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Tally::block_size;

KOKKOS_INLINE_FUNCTION Word next(Word v) { return v * Tally::factor + Tally::offset; }

struct Contended {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    Kokkos::atomic_add(&words(v >> Tally::shift), v);
  }
};

/// `thread` is the index of a thread over its team, or over all teams.
struct Spread {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int thread, Word v) {
    Kokkos::atomic_add(&words(thread), v);
  }
};

struct Fetch {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int thread, Word v) {
    Kokkos::atomic_fetch_add(&words(thread), v);
  }
};

struct Compare {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    Word* const word = &words(v >> Tally::shift);
    Word assumed;
    Word found = *word;
    do {
      assumed = found;
      found = Kokkos::atomic_compare_exchange(word, assumed, assumed < v ? v : assumed);
    } while (found != assumed);
  }
};

template <class Tallying, class Exec>
void in_global(const Tally& t, const Exec& exec) {
  const int threads = t.blocks * block_size;
  const int repeats = t.repeats;
  const Vector<const Word, Exec> in(t.in, threads);
  const Vector<Word, Exec> out(t.out, t.words);
  Kokkos::deep_copy(exec, out, 0U);
  const Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "atomics/global", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const int i = team.league_rank() * block_size + thread;
          Word v = in(i);
          for (int r = 0; r < repeats; ++r) {
            v = next(v);
            Tallying::count(out, i, v);
          }
        });
      });
}

template <class Tallying, int words_of_team, class Exec>
void in_scratch(const Tally& t, const Exec& exec) {
  using Words = Scratch<Word[words_of_team], Exec>;
  const int repeats = t.repeats;
  const Matrix<const Word, Exec> in(t.in, t.blocks, block_size);
  const Matrix<Word, Exec> out(t.out, t.blocks, words_of_team);
  Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "atomics/scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const auto all_words = Kokkos::TeamThreadRange(team, words_of_team);
        Kokkos::parallel_for(all_words, [&](int w) { words(w) = 0; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          Word v = in(team.league_rank(), thread);
          for (int r = 0; r < repeats; ++r) {
            v = next(v);
            Tallying::count(words, thread, v);
          }
        });
        team.team_barrier();
        Kokkos::parallel_for(all_words, [&](int w) { out(team.league_rank(), w) = words(w); });
      });
}

}  // namespace

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

template <class Exec>
void add_tallies(KokkosKernels<Exec>&) {}

#ifdef TILEBRIDGE_KOKKOS_GPU
KOKKOS_INLINE_FUNCTION void add(Word* word, Word v) {
  KOKKOS_IF_ON_DEVICE((atomicAdd(word, v);))
  KOKKOS_IF_ON_HOST((*word += v;))  // never called on the host
}

struct Contended {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    add(&words(v >> Tally::shift), v);
  }
};

/// `thread` is the index of a thread over its team, or over all teams.
struct Spread {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int thread, Word v) {
    add(&words(thread), v);
  }
};

struct Fetch {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int thread, Word v) {
    Kokkos::atomic_add(&words(thread), v);
  }
};

struct Compare {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    Kokkos::atomic_max(&words(v >> Tally::shift), v);
  }
};

template <class Tallying>
void in_global(const Tally& t, const GpuExecution& exec) {
  const int threads = t.blocks * block_size;
  const int repeats = t.repeats;
  const Vector<const Word, GpuExecution> in(t.in, threads);
  const Vector<Word, GpuExecution> out(t.out, t.words);
  Kokkos::deep_copy(exec, out, 0U);
  const Kokkos::TeamPolicy<GpuExecution> policy(exec, t.blocks, block_size);
  Kokkos::parallel_for(
      "atomics/global_rewritten", policy, KOKKOS_LAMBDA(const Team<GpuExecution>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const int i = team.league_rank() * block_size + thread;
          Word v = in(i);
          for (int r = 0; r < repeats; ++r) {
            v = next(v);
            Tallying::count(out, i, v);
          }
        });
      });
}

template <class Tallying, int words_of_team>
void in_scratch(const Tally& t, const GpuExecution& exec) {
  using Words = Scratch<Word[words_of_team], GpuExecution>;
  const int repeats = t.repeats;
  const Matrix<const Word, GpuExecution> in(t.in, t.blocks, block_size);
  const Matrix<Word, GpuExecution> out(t.out, t.blocks, words_of_team);
  Kokkos::TeamPolicy<GpuExecution> policy(exec, t.blocks, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "atomics/scratch_rewritten", policy, KOKKOS_LAMBDA(const Team<GpuExecution>& team) {
        const Words words(team.team_scratch(0));
        const auto all_words = Kokkos::TeamThreadRange(team, words_of_team);
        Kokkos::parallel_for(all_words, [&](int w) { words(w) = 0; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          Word v = in(team.league_rank(), thread);
          for (int r = 0; r < repeats; ++r) {
            v = next(v);
            Tallying::count(words, thread, v);
          }
        });
        team.team_barrier();
        Kokkos::parallel_for(all_words, [&](int w) { out(team.league_rank(), w) = words(w); });
      });
}

void add_tallies(KokkosKernels<GpuExecution>& kokkos) {
  kokkos.add("atomics/global_contended_rewritten", in_global<Contended>);
  kokkos.add("atomics/global_spread_rewritten", in_global<Spread>);
  kokkos.add("atomics/scratch_contended_rewritten", in_scratch<Contended, Tally::bins>);
  kokkos.add("atomics/scratch_spread_rewritten", in_scratch<Spread, block_size>);
  kokkos.add("atomics/fetch_rewritten", in_global<Fetch>);
  kokkos.add("atomics/compare_rewritten", in_global<Compare>);
}
#endif

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("atomics/global_contended", in_global<Contended, Exec>);
    kokkos.add("atomics/global_spread", in_global<Spread, Exec>);
    kokkos.add("atomics/scratch_contended", in_scratch<Contended, Tally::bins, Exec>);
    kokkos.add("atomics/scratch_spread", in_scratch<Spread, block_size, Exec>);
    kokkos.add("atomics/fetch", in_global<Fetch, Exec>);
    kokkos.add("atomics/compare", in_global<Compare, Exec>);
  }
  rewritten::add_tallies(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::atomics_experiment
