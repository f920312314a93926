// SPDX-License-Identifier: Apache-2.0
// Threads tally random numbers; the variants differ in the words and in the atomic. The rewritten
// kernels call CUDA's (or HIP's) atomics, or the Kokkos atomic that does no more than is needed.
#include "catalogue/idioms/atomics.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::atomics_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Tally::block_size;

struct Contended {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    Kokkos::atomic_add(&words(Tally::bin(v)), v);
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
    Word* const word = &words(Tally::bin(v));
    Word assumed;
    Word found = *word;
    do {
      assumed = found;
      found = Kokkos::atomic_compare_exchange(word, assumed, assumed < v ? v : assumed);
    } while (found != assumed);
  }
};

#ifdef TILEBRIDGE_KOKKOS_GPU
/// Calls the atomic of CUDA, or HIP.
KOKKOS_INLINE_FUNCTION void add_natively(Word* word, Word v) {
  KOKKOS_IF_ON_DEVICE((atomicAdd(word, v);))
  KOKKOS_IF_ON_HOST((*word += v;))  // never called on the host
}

struct ContendedNatively {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    add_natively(&words(Tally::bin(v)), v);
  }
};

struct SpreadNatively {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int thread, Word v) {
    add_natively(&words(thread), v);
  }
};

struct Largest {
  template <class Words>
  KOKKOS_FUNCTION static void count(const Words& words, int, Word v) {
    Kokkos::atomic_max(&words(Tally::bin(v)), v);
  }
};
#endif

template <class Tallying, class Exec>
void tally_in_global(const char* label, const Tally& t, const Exec& exec) {
  const int threads = t.blocks * block_size;
  const int repeats = t.repeats;
  const Vector<const Word, Exec> in(t.in, threads);
  const Vector<Word, Exec> out(t.out, t.words);
  Kokkos::deep_copy(exec, out, 0U);
  const Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, block_size);
  Kokkos::parallel_for(
      label, policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const int i = team.league_rank() * block_size + thread;
          Word v = in(i);
          for (int r = 0; r < repeats; ++r) {
            v = Tally::next(v);
            Tallying::count(out, i, v);
          }
        });
      });
}

template <class Tallying, int words_of_team, class Exec>
void tally_in_scratch(const char* label, const Tally& t, const Exec& exec) {
  using Words = Scratch<Word[words_of_team], Exec>;
  const int repeats = t.repeats;
  const Matrix<const Word, Exec> in(t.in, t.blocks, block_size);
  const Matrix<Word, Exec> out(t.out, t.blocks, words_of_team);
  Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      label, policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const auto all_words = Kokkos::TeamThreadRange(team, words_of_team);
        Kokkos::parallel_for(all_words, [&](int w) { words(w) = 0; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          Word v = in(team.league_rank(), thread);
          for (int r = 0; r < repeats; ++r) {
            v = Tally::next(v);
            Tallying::count(words, thread, v);
          }
        });
        team.team_barrier();
        Kokkos::parallel_for(all_words, [&](int w) { out(team.league_rank(), w) = words(w); });
      });
}

template <class Tallying, class Exec>
void in_global(const Tally& t, const Exec& exec) {
  tally_in_global<Tallying>("atomics/global", t, exec);
}
template <class Tallying, class Exec>
void in_global_rewritten(const Tally& t, const Exec& exec) {
  tally_in_global<Tallying>("atomics/global_rewritten", t, exec);
}

template <class Tallying, int words_of_team, class Exec>
void in_scratch(const Tally& t, const Exec& exec) {
  tally_in_scratch<Tallying, words_of_team>("atomics/scratch", t, exec);
}
template <class Tallying, int words_of_team, class Exec>
void in_scratch_rewritten(const Tally& t, const Exec& exec) {
  tally_in_scratch<Tallying, words_of_team>("atomics/scratch_rewritten", t, exec);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    constexpr int bins = Tally::bins;
    kokkos.add("atomics/global_contended", in_global<Contended, Exec>);
    kokkos.add("atomics/global_spread", in_global<Spread, Exec>);
    kokkos.add("atomics/scratch_contended", in_scratch<Contended, bins, Exec>);
    kokkos.add("atomics/scratch_spread", in_scratch<Spread, block_size, Exec>);
    kokkos.add("atomics/fetch", in_global<Fetch, Exec>);
    kokkos.add("atomics/compare", in_global<Compare, Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
    kokkos.add("atomics/global_contended_rewritten", in_global_rewritten<ContendedNatively, Exec>);
    kokkos.add("atomics/global_spread_rewritten", in_global_rewritten<SpreadNatively, Exec>);
    kokkos.add("atomics/scratch_contended_rewritten",
               in_scratch_rewritten<ContendedNatively, bins, Exec>);
    kokkos.add("atomics/scratch_spread_rewritten",
               in_scratch_rewritten<SpreadNatively, block_size, Exec>);
    kokkos.add("atomics/fetch_rewritten", in_global_rewritten<Spread, Exec>);
    kokkos.add("atomics/compare_rewritten", in_global_rewritten<Largest, Exec>);
#endif
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::atomics_experiment
