// SPDX-License-Identifier: Apache-2.0
// The threads of a team pass values round; the variants differ in the branches before the barrier.
// In loops, the barrier is between two ranges of a team, so a thread's value is in scratch memory.
#include "catalogue/execution/divergent_barrier.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::divergent_barrier_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = BranchedSteps::block_size;

KOKKOS_INLINE_FUNCTION Word first(Word v) {
  TILEBRIDGE_UNROLL
  for (int step = 0; step < BranchedSteps::steps; ++step) v = BranchedSteps::first_step(v);
  return v;
}

KOKKOS_INLINE_FUNCTION Word second(Word v) {
  TILEBRIDGE_UNROLL
  for (int step = 0; step < BranchedSteps::steps; ++step) v = BranchedSteps::second_step(v);
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

// By index, and rewritten, a thread's value stays in a register across barriers, so only GPUs run
// these kernels. Each of these structs stores a thread's word before a barrier.

struct StoreUniform {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, int, Word& word, Word v) {
    word = first(v);
    team.team_barrier();
  }
};

struct StoreOddEven {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, int thread, Word& word, Word v) {
    if (thread % 2 == 0)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct StoreHalves {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, int thread, Word& word, Word v) {
    if (thread < BranchedSteps::half)
      word = first(v);
    else
      word = second(v);
    team.team_barrier();
  }
};

struct StoreFirstHalf {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, int thread, Word& word, Word v) {
    word = v;
    if (thread < BranchedSteps::half) word = first(v);
    team.team_barrier();  // not in the branch: all threads must reach it
  }
};

struct StoreOddEvenBlocks {
  template <class Team>
  KOKKOS_FUNCTION static void store(const Team& team, int, Word& word, Word v) {
    if (team.league_rank() % 2 == 0) {
      word = first(v);
      team.team_barrier();
    } else {
      word = second(v);
      team.team_barrier();
    }
  }
};

template <class Branches, class Exec>
void pass_round_by_index(const BranchedSteps& b, const Exec& exec) {
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
          Branches::store(team, thread, words(r % 2, thread), v);
          v = words(r % 2, partner(thread));
        }
        out(block, thread) = v;
      });
}

using namespace techniques;

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
      Branches::store(team, t, words(r % 2, t), v);
      v = words(r % 2, partner(t));
    }
    out(i) = v;
  }
};

template <class Branches, class Exec>
void pass_round_rewritten(const BranchedSteps& b, const Exec& exec) {
  using Functor = PassRound<Exec, Branches>;
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(b.blocks), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Words::shmem_size()));
  if (b.blocks > 0) Kokkos::parallel_for("divergent_barrier", policy, Functor(b));
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("divergent_barrier/uniform", pass_round<Uniform, Exec>);
    kokkos.add("divergent_barrier/odd_even", pass_round<OddEven, Exec>);
    kokkos.add("divergent_barrier/halves", pass_round<Halves, Exec>);
    kokkos.add("divergent_barrier/first_half", pass_round<FirstHalf, Exec>);
    kokkos.add("divergent_barrier/odd_even_blocks", pass_round<OddEvenBlocks, Exec>);

    const auto by_index = kokkos.in(Form::indices);
    by_index.add("divergent_barrier/uniform", pass_round_by_index<StoreUniform, Exec>);
    by_index.add("divergent_barrier/odd_even", pass_round_by_index<StoreOddEven, Exec>);
    by_index.add("divergent_barrier/halves", pass_round_by_index<StoreHalves, Exec>);
    by_index.add("divergent_barrier/first_half", pass_round_by_index<StoreFirstHalf, Exec>);
    by_index.add("divergent_barrier/odd_even_blocks",
                 pass_round_by_index<StoreOddEvenBlocks, Exec>);

    kokkos.add("divergent_barrier/uniform_rewritten", pass_round_rewritten<StoreUniform, Exec>);
    kokkos.add("divergent_barrier/odd_even_rewritten", pass_round_rewritten<StoreOddEven, Exec>);
    kokkos.add("divergent_barrier/halves_rewritten", pass_round_rewritten<StoreHalves, Exec>);
    kokkos.add("divergent_barrier/first_half_rewritten",
               pass_round_rewritten<StoreFirstHalf, Exec>);
    kokkos.add("divergent_barrier/odd_even_blocks_rewritten",
               pass_round_rewritten<StoreOddEvenBlocks, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::divergent_barrier_experiment
