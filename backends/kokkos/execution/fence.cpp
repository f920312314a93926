// SPDX-License-Identifier: Apache-2.0
// Threads store and load words; the variants differ in what is between a store and a load.
#include "catalogue/execution/fence.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::fence_experiment {
namespace {

using Word = std::uint32_t;

constexpr int block_size = FencedSteps::block_size;
constexpr int depth = FencedSteps::depth;

struct None {
  using Stored = Word;
  KOKKOS_FUNCTION static void wait(const auto& /*team*/) {}
};

struct Barrier {
  using Stored = Word;
  KOKKOS_FUNCTION static void wait(const auto& team) { team.team_barrier(); }
};

struct DeviceFence {
  using Stored = Word;
  KOKKOS_FUNCTION static void wait(const auto& /*team*/) { Kokkos::memory_fence(); }
};

struct Volatile {
  using Stored = volatile Word;
  KOKKOS_FUNCTION static void wait(const auto& /*team*/) {}
};

template <class Between, class Team, class Memory>
KOKKOS_FUNCTION void step(Between, const Team& team, const Memory& words, int thread, int repeats) {
  const auto word = [&](Word k) -> typename Between::Stored& { return words(k % depth, thread); };
  Word value = words(0, thread);
  for (int r = 0; r < repeats; ++r) {
    word(value) = value + r;
    Between::wait(team);
    value = word(value / depth);
  }
  words(0, thread) = value;
}

template <class T>
struct OwnWord {};

/// The word's address is known: without volatile a compiler keeps the word in a register.
template <class T, class Team, class Memory>
KOKKOS_FUNCTION void step(OwnWord<T>, const Team&, const Memory& words, int thread, int repeats) {
  T& word = words(0, thread);
  for (int r = 0; r < repeats; ++r) word = (word ^ static_cast<Word>(r)) * FencedSteps::factor;
}

template <class Between, class Exec>
void in_scratch(const FencedSteps& f, const Exec& exec) {
  using Words = Scratch<Word[depth][block_size], Exec>;  // __shared__ Word words[depth][block_size]
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::TeamPolicy<Exec> policy(exec, f.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "fence/in_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          for (int k = 0; k < depth; ++k) words(k, t) = in(team.league_rank(), k, t);
          step(Between(), team, words, t, f.repeats);
          for (int k = 0; k < depth; ++k) out(team.league_rank(), k, t) = words(k, t);
        });
      });
}

template <class Between, class Exec>
void in_global_memory(const FencedSteps& f, const Exec& exec) {
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::parallel_for(
      "fence/in_global_memory", Kokkos::TeamPolicy<Exec>(exec, f.blocks, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const auto words = Kokkos::subview(out, team.league_rank(), Kokkos::ALL, Kokkos::ALL);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          for (int k = 0; k < depth; ++k) words(k, t) = in(team.league_rank(), k, t);
          step(Between(), team, words, t, f.repeats);
        });
      });
}

template <class Between, class Exec>
void fenced(const FencedSteps& f, const Exec& exec) {
  f.in_global_memory ? in_global_memory<Between>(f, exec) : in_scratch<Between>(f, exec);
}

/// A value per thread. The barrier is between two ranges of the team: scratch memory keeps what
/// must survive it.
template <class Exec>
using Values = Scratch<Word[block_size], Exec>;

struct OwnWords {
  template <class Team, class Memory, class Value>
  KOKKOS_FUNCTION static void step(const Team& team, const Memory& words, const Value& values,
                                   int repeats) {
    const auto threads = Kokkos::TeamThreadRange(team, block_size);
    for (int r = 0; r < repeats; ++r) {
      Kokkos::parallel_for(threads, [&](int t) { words(values(t) % depth, t) = values(t) + r; });
      team.team_barrier();
      Kokkos::parallel_for(threads,
                           [&](int t) { values(t) = words(values(t) / depth % depth, t); });
    }
  }
};

/// A word is stored again three barriers after it is loaded.
struct NextWords {
  template <class Team, class Memory, class Value>
  KOKKOS_FUNCTION static void step(const Team& team, const Memory& words, const Value& values,
                                   int repeats) {
    const auto threads = Kokkos::TeamThreadRange(team, block_size);
    for (int r = 0; r < repeats; ++r) {
      Kokkos::parallel_for(threads, [&](int t) { words(r % depth, t) = values(t) + r; });
      team.team_barrier();
      Kokkos::parallel_for(threads,
                           [&](int t) { values(t) = words(r % depth, (t + 1) % block_size); });
    }
    team.team_barrier();
  }
};

template <class Steps, class Exec, class In, class Memory>
KOKKOS_FUNCTION void step_with_barriers(const Team<Exec>& team, const In& in, const Memory& words,
                                        int repeats) {
  const Values<Exec> values(team.team_scratch(0));
  const auto threads = Kokkos::TeamThreadRange(team, block_size);
  Kokkos::parallel_for(threads, [&](int t) {
    for (int k = 0; k < depth; ++k) words(k, t) = in(team.league_rank(), k, t);
  });
  Kokkos::parallel_for(threads, [&](int t) { values(t) = words(0, t); });
  Steps::step(team, words, values, repeats);
  Kokkos::parallel_for(threads, [&](int t) { words(0, t) = values(t); });
}

template <class Steps, class Exec>
void barrier_in_scratch(const FencedSteps& f, const Exec& exec) {
  using Words = Scratch<Word[depth][block_size], Exec>;
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::TeamPolicy<Exec> policy(exec, f.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size() + Values<Exec>::shmem_size()));
  Kokkos::parallel_for(
      "fence/barrier_in_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        step_with_barriers<Steps, Exec>(team, in, words, f.repeats);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          for (int k = 0; k < depth; ++k) out(team.league_rank(), k, t) = words(k, t);
        });
      });
}

template <class Steps, class Exec>
void barrier_in_global_memory(const FencedSteps& f, const Exec& exec) {
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::TeamPolicy<Exec> policy(exec, f.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Values<Exec>::shmem_size()));
  Kokkos::parallel_for(
      "fence/barrier_in_global_memory", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const auto words = Kokkos::subview(out, team.league_rank(), Kokkos::ALL, Kokkos::ALL);
        step_with_barriers<Steps, Exec>(team, in, words, f.repeats);
      });
}

template <class Steps, class Exec>
void barrier(const FencedSteps& f, const Exec& exec) {
  f.in_global_memory ? barrier_in_global_memory<Steps>(f, exec)
                     : barrier_in_scratch<Steps>(f, exec);
}

/// A thread's value stays in a register, also across barriers.
template <class Between, class Team, class Memory>
KOKKOS_FUNCTION void step_by_index(Between, const Team& team, const Memory& words, int repeats) {
  const int thread = team.team_rank();
  const auto word = [&](Word k) -> typename Between::Stored& { return words(k % depth, thread); };
  Word value = words(0, thread);
  for (int r = 0; r < repeats; ++r) {
    word(value) = value + r;
    Between::wait(team);
    value = word(value / depth);
  }
  words(0, thread) = value;
}

struct Neighbour {};

/// A word is stored again three barriers after it is loaded.
template <class Team, class Memory>
KOKKOS_FUNCTION void step_by_index(Neighbour, const Team& team, const Memory& words, int repeats) {
  const int thread = team.team_rank(), next = (thread + 1) % block_size;
  Word value = words(0, thread);
  for (int r = 0; r < repeats; ++r) {
    words(r % depth, thread) = value + r;
    team.team_barrier();
    value = words(r % depth, next);
  }
  team.team_barrier();
  words(0, thread) = value;
}

template <class Between, class Exec>
void in_scratch_by_index(const FencedSteps& f, const Exec& exec) {
  using Words = Scratch<Word[depth][block_size], Exec>;
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::TeamPolicy<Exec> policy(exec, f.blocks, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "fence/in_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const int block = team.league_rank(), thread = team.team_rank();
        for (int k = 0; k < depth; ++k) words(k, thread) = in(block, k, thread);
        step_by_index(Between(), team, words, f.repeats);
        for (int k = 0; k < depth; ++k) out(block, k, thread) = words(k, thread);
      });
}

template <class Between, class Exec>
void in_global_memory_by_index(const FencedSteps& f, const Exec& exec) {
  const Unmanaged<const Word* [depth][block_size], Kokkos::LayoutRight, Exec> in(f.in, f.blocks);
  const Unmanaged<Word* [depth][block_size], Kokkos::LayoutRight, Exec> out(f.out, f.blocks);
  Kokkos::parallel_for(
      "fence/in_global_memory", Kokkos::TeamPolicy<Exec>(exec, f.blocks, block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int block = team.league_rank(), thread = team.team_rank();
        const auto words = Kokkos::subview(out, block, Kokkos::ALL, Kokkos::ALL);
        for (int k = 0; k < depth; ++k) words(k, thread) = in(block, k, thread);
        step_by_index(Between(), team, words, f.repeats);
      });
}

template <class Between, class Exec>
void fenced_by_index(const FencedSteps& f, const Exec& exec) {
  f.in_global_memory ? in_global_memory_by_index<Between>(f, exec)
                     : in_scratch_by_index<Between>(f, exec);
}

using namespace techniques;

/// A thread's value stays in a register across barriers, so only GPUs run these kernels.
template <class Exec, class Between>
struct StepsRewritten {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit StepsRewritten(const FencedSteps& f)
      : in(f.in, static_cast<std::size_t>(f.blocks) * FencedSteps::words),
        out(f.out, static_cast<std::size_t>(f.blocks) * FencedSteps::words),
        repeats(f.repeats) {}

  /// Index of a thread's first word in `in` and `out`; the others follow block_size apart.
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t first_word(const TeamMember<Exec>& team) {
    return static_cast<std::size_t>(team.league_rank()) * FencedSteps::words +
           static_cast<std::size_t>(thread_rank(team));
  }

  KOKKOS_FORCEINLINE_FUNCTION void step(const TeamMember<Exec>& team,
                                        typename Between::Stored* words) const {
    Word value = words[0];
    for (int r = 0; r < repeats; ++r) {
      words[value % depth * block_size] = value + static_cast<Word>(r);
      Between::wait(team);
      value = words[value / depth % depth * block_size];
    }
    words[0] = value;
  }
};

template <class Exec, class Between>
struct InScratch : StepsRewritten<Exec, Between> {
  using StepsRewritten<Exec, Between>::StepsRewritten;
  using Words = Scratch<Word[FencedSteps::words], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words(team.team_scratch(0));
    const std::size_t first = this->first_word(team);
    Word* const own = &words(thread_rank(team));
    for (int k = 0; k < depth; ++k) own[k * block_size] = this->in(first + k * block_size);
    this->step(team, own);
    for (int k = 0; k < depth; ++k) this->out(first + k * block_size) = own[k * block_size];
  }

  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

template <class Exec, class Between>
struct InGlobalMemory : StepsRewritten<Exec, Between> {
  using StepsRewritten<Exec, Between>::StepsRewritten;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = this->first_word(team);
    Word* const own = &this->out(first);
    for (int k = 0; k < depth; ++k) own[k * block_size] = this->in(first + k * block_size);
    this->step(team, own);
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Functor, class Exec>
void launch_in_teams(const FencedSteps& f, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(f.blocks), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  if (f.blocks > 0) Kokkos::parallel_for("fence", policy, Functor(f));
}

template <class Between, class Exec>
void fenced_rewritten(const FencedSteps& f, const Exec& exec) {
  if (f.in_global_memory)
    launch_in_teams<InGlobalMemory<Exec, Between>>(f, exec);
  else
    launch_in_teams<InScratch<Exec, Between>>(f, exec);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("fence/none", fenced<None, Exec>);
    kokkos.add("fence/barrier", barrier<OwnWords, Exec>);
    kokkos.add("fence/neighbour", barrier<NextWords, Exec>);
    kokkos.add("fence/device_fence", fenced<DeviceFence, Exec>);
    kokkos.add("fence/volatile", fenced<Volatile, Exec>);
    kokkos.add("fence/own_word", fenced<OwnWord<Word>, Exec>);
    kokkos.add("fence/own_word_volatile", fenced<OwnWord<volatile Word>, Exec>);
    kokkos.add("fence/none_rewritten", fenced_rewritten<None, Exec>);
    kokkos.add("fence/barrier_rewritten", fenced_rewritten<Barrier, Exec>);
    kokkos.add("fence/device_fence_rewritten", fenced_rewritten<DeviceFence, Exec>);
    kokkos.add("fence/volatile_rewritten", fenced_rewritten<Volatile, Exec>);

    const auto by_index = kokkos.in(Form::indices);
    by_index.add("fence/none", fenced_by_index<None, Exec>);
    by_index.add("fence/barrier", fenced_by_index<Barrier, Exec>);
    by_index.add("fence/neighbour", fenced_by_index<Neighbour, Exec>);
    by_index.add("fence/device_fence", fenced_by_index<DeviceFence, Exec>);
    by_index.add("fence/volatile", fenced_by_index<Volatile, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::fence_experiment
