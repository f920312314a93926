// SPDX-License-Identifier: Apache-2.0
// The threads of a team pass values round; the variants differ in the branches before the barrier.
#include "catalogue/execution/divergent_barrier.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = BranchedSteps::block_size;

KOKKOS_FORCEINLINE_FUNCTION Word first(Word v) {
  unrolled<BranchedSteps::steps>(
      [&](int) { v = (v ^ BranchedSteps::offset) * BranchedSteps::factor; });
  return v;
}

// [odd_even_matched, halves_matched, odd_even_blocks_matched]
KOKKOS_FORCEINLINE_FUNCTION Word second(Word v) {
  unrolled<BranchedSteps::steps>(
      [&](int) { v = (v >> BranchedSteps::shift) ^ (v * BranchedSteps::factor); });
  return v;
}

// [uniform_matched]
struct Uniform {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = first(v);
    team.team_barrier();
  }
};

// [odd_even_matched]
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

// [halves_matched]
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

// [first_half_matched]
struct FirstHalf {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Team& team, Word& word, Word v) {
    word = v;
    if (thread_rank(team) < BranchedSteps::half) word = first(v);
    team.team_barrier();
  }
};

// [odd_even_blocks_matched]
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

// [*]
/// For GPUs only: a thread's value must survive barriers.
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

// [/]

}  // namespace

template <class Exec>
void add_engineered_divergent_barrier([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("divergent_barrier/uniform_matched", launch<Uniform, Exec>);
    kokkos.add("divergent_barrier/odd_even_matched", launch<OddEven, Exec>);
    kokkos.add("divergent_barrier/halves_matched", launch<Halves, Exec>);
    kokkos.add("divergent_barrier/first_half_matched", launch<FirstHalf, Exec>);
    kokkos.add("divergent_barrier/odd_even_blocks_matched", launch<OddEvenBlocks, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_divergent_barrier);

}  // namespace tilebridge::kokkos
