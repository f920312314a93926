// SPDX-License-Identifier: Apache-2.0
// The threads of a team pass values round; the variants differ in the branches before the barrier.
// In loops, the barrier is between two ranges of a team, so a thread's value is in scratch memory.
// Kernels by index, and rewritten ones, keep it in a register.
#include "catalogue/execution/divergent_barrier.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::divergent_barrier_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = BranchedSteps::block_size;

/// Whose word a thread takes.
KOKKOS_INLINE_FUNCTION int partner(int t) { return (t + BranchedSteps::apart) % block_size; }

KOKKOS_INLINE_FUNCTION Word first(Word v) {
  TILEBRIDGE_UNROLL
  for (int step = 0; step < BranchedSteps::steps; ++step)
    v = (v ^ BranchedSteps::offset) * BranchedSteps::factor;
  return v;
}

KOKKOS_INLINE_FUNCTION Word second(Word v) {
  TILEBRIDGE_UNROLL
  for (int step = 0; step < BranchedSteps::steps; ++step)
    v = (v >> BranchedSteps::shift) ^ (v * BranchedSteps::factor);
  return v;
}

struct Uniform {
  template <class Team, class Words>
  KOKKOS_FUNCTION static void pass(const Team& team, const Words& from, const Words& to) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                         [&](int t) { to(t) = first(from(partner(t))); });
    team.team_barrier();
  }
};

struct OddEven {
  template <class Team, class Words>
  KOKKOS_FUNCTION static void pass(const Team& team, const Words& from, const Words& to) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
      const Word v = from(partner(t));
      to(t) = t % 2 == 0 ? first(v) : second(v);
    });
    team.team_barrier();
  }
};

struct Halves {
  template <class Team, class Words>
  KOKKOS_FUNCTION static void pass(const Team& team, const Words& from, const Words& to) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
      const Word v = from(partner(t));
      to(t) = t < BranchedSteps::half ? first(v) : second(v);
    });
    team.team_barrier();
  }
};

struct FirstHalf {
  template <class Team, class Words>
  KOKKOS_FUNCTION static void pass(const Team& team, const Words& from, const Words& to) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
      const Word v = from(partner(t));
      to(t) = t < BranchedSteps::half ? first(v) : v;
    });
    team.team_barrier();
  }
};

struct OddEvenBlocks {
  template <class Team, class Words>
  KOKKOS_FUNCTION static void pass(const Team& team, const Words& from, const Words& to) {
    const auto threads = Kokkos::TeamThreadRange(team, block_size);
    if (team.league_rank() % 2 == 0) {
      Kokkos::parallel_for(threads, [&](int t) { to(t) = first(from(partner(t))); });
      team.team_barrier();
    } else {
      Kokkos::parallel_for(threads, [&](int t) { to(t) = second(from(partner(t))); });
      team.team_barrier();
    }
  }
};

/// `Branches` passes words from one array to the other, before a barrier.
template <class Branches, class Exec>
void pass_round(const BranchedSteps& b, const Exec& exec) {
  using Words = Scratch<Word[block_size], Exec>;
  const Matrix<const Word, Exec> in(b.in, b.blocks, block_size);
  const Matrix<Word, Exec> out(b.out, b.blocks, block_size);
  const int repeats = b.repeats;
  Kokkos::TeamPolicy<Exec> policy(exec, b.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Words::shmem_size()));
  Kokkos::parallel_for(
      "divergent_barrier", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words even(team.team_scratch(0));
        const Words odd(team.team_scratch(0));
        const int block = team.league_rank();
        const auto threads = Kokkos::TeamThreadRange(team, block_size);
        Kokkos::parallel_for(threads, [&](int t) { even(partner(t)) = in(block, t); });
        team.team_barrier();
        for (int r = 0; r < repeats; ++r)
          Branches::pass(team, r % 2 == 0 ? even : odd, r % 2 == 0 ? odd : even);
        const Words& last = repeats % 2 == 0 ? even : odd;
        Kokkos::parallel_for(threads, [&](int t) { out(block, t) = last(partner(t)); });
      });
}

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("divergent_barrier/uniform", pass_round<Uniform, Exec>);
    kokkos.add("divergent_barrier/odd_even", pass_round<OddEven, Exec>);
    kokkos.add("divergent_barrier/halves", pass_round<Halves, Exec>);
    kokkos.add("divergent_barrier/first_half", pass_round<FirstHalf, Exec>);
    kokkos.add("divergent_barrier/odd_even_blocks", pass_round<OddEvenBlocks, Exec>);
  }
}

}  // namespace

// Kernels by index use league and team rank.
namespace by_index {
namespace {

struct Uniform {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = first(v);
    team.team_barrier();
  }
};

struct OddEven {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (team.team_rank() % 2 == 0)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct Halves {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (team.team_rank() < BranchedSteps::half)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct FirstHalf {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = v;
    if (team.team_rank() < BranchedSteps::half) word = first(v);
    team.team_barrier();  // not in the branch: all threads must reach it
  }
};

struct OddEvenBlocks {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (team.league_rank() % 2 == 0) {
      word = first(v);
      team.team_barrier();
    } else {
      word = second(v);
      team.team_barrier();
    }
  }
};

/// `Branches` stores a thread's word before a barrier.
template <class Branches, class Exec>
void pass_round(const BranchedSteps& b, const Exec& exec) {
  using Words = Scratch<Word[2][block_size], Exec>;  // by turns: one barrier per repeat suffices
  const Matrix<const Word, Exec> in(b.in, b.blocks, block_size);
  const Matrix<Word, Exec> out(b.out, b.blocks, block_size);
  const int repeats = b.repeats;
  Kokkos::TeamPolicy<Exec> policy(exec, b.blocks, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "divergent_barrier", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const int block = team.league_rank(), thread = team.team_rank();
        Word v = in(block, thread);
        for (int r = 0; r < repeats; ++r) {
          Branches::store(team, words(r % 2, thread), v);
          v = words(r % 2, (thread + BranchedSteps::apart) % block_size);
        }
        out(block, thread) = v;
      });
}

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  auto by_index = kokkos.in(Form::indices);
  if constexpr (!is_host<Exec>) {
    by_index.add("divergent_barrier/uniform", pass_round<Uniform, Exec>);
    by_index.add("divergent_barrier/odd_even", pass_round<OddEven, Exec>);
    by_index.add("divergent_barrier/halves", pass_round<Halves, Exec>);
    by_index.add("divergent_barrier/first_half", pass_round<FirstHalf, Exec>);
    by_index.add("divergent_barrier/odd_even_blocks", pass_round<OddEvenBlocks, Exec>);
  }
}

}  // namespace
}  // namespace by_index

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

KOKKOS_FORCEINLINE_FUNCTION Word first(Word v) {
  unrolled<BranchedSteps::steps>(
      [&](int) { v = (v ^ BranchedSteps::offset) * BranchedSteps::factor; });
  return v;
}

KOKKOS_FORCEINLINE_FUNCTION Word second(Word v) {
  unrolled<BranchedSteps::steps>(
      [&](int) { v = (v >> BranchedSteps::shift) ^ (v * BranchedSteps::factor); });
  return v;
}

struct Uniform {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = first(v);
    team.team_barrier();
  }
};

struct OddEven {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (thread_rank(team) % 2 == 0)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct Halves {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (thread_rank(team) < BranchedSteps::half)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct FirstHalf {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = v;
    if (thread_rank(team) < BranchedSteps::half) word = first(v);
    team.team_barrier();
  }
};

struct OddEvenBlocks {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    if (team.league_rank() % 2 == 0) {
      word = first(v);
      team.team_barrier();
    } else {
      word = second(v);
      team.team_barrier();
    }
  }
};

/// GPUs alone run this: a thread's value must survive barriers.
template <class Exec, class Branches>
struct PassRound {
  using Words = Scratch<Word[2][block_size], Exec>;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit PassRound(const BranchedSteps& b)
      : in(b.in, static_cast<std::size_t>(b.blocks) * block_size),
        out(b.out, static_cast<std::size_t>(b.blocks) * block_size),
        repeats(b.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words = scratch<Words>(team);
    const int t = thread_rank(team);
    const std::size_t i =
        static_cast<std::size_t>(team.league_rank()) * block_size + static_cast<std::size_t>(t);
    Word v = in(i);
    for (int r = 0; r < repeats; ++r) {
      Branches::store(team, words(r % 2, t), v);
      v = words(r % 2, (t + BranchedSteps::apart) % block_size);
    }
    out(i) = v;
  }
};

template <class Branches, class Exec>
void launch(const BranchedSteps& b, const Exec& exec) {
  using Functor = PassRound<Exec, Branches>;
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(b.blocks), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Words::shmem_size()));
  if (b.blocks > 0) Kokkos::parallel_for("divergent_barrier", policy, Functor(b));
}

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("divergent_barrier/uniform_rewritten", launch<Uniform, Exec>);
    kokkos.add("divergent_barrier/odd_even_rewritten", launch<OddEven, Exec>);
    kokkos.add("divergent_barrier/halves_rewritten", launch<Halves, Exec>);
    kokkos.add("divergent_barrier/first_half_rewritten", launch<FirstHalf, Exec>);
    kokkos.add("divergent_barrier/odd_even_blocks_rewritten", launch<OddEvenBlocks, Exec>);
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  add_kernels(kokkos);
  by_index::add_kernels(kokkos);
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::divergent_barrier_experiment
