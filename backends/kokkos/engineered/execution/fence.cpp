// SPDX-License-Identifier: Apache-2.0
// A store and a load of a thread's own words; the variants differ in what stands between them.
#include "catalogue/execution/fence.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr unsigned block_size = FencedSteps::block_size;
constexpr unsigned depth = FencedSteps::depth;

// [none_matched]
struct None {
  using Stored = Word;
  template <class Team>
  KOKKOS_FUNCTION static void wait(const Team&) {}
};

// [barrier_matched]
struct Barrier {
  using Stored = Word;
  template <class Team>
  KOKKOS_FUNCTION static void wait(const Team& team) {
    team.team_barrier();
  }
};

// [device_fence_matched]
struct DeviceFence {
  using Stored = Word;
  template <class Team>
  KOKKOS_FUNCTION static void wait(const Team&) {
    Kokkos::memory_fence();
  }
};

// [volatile_matched]
struct Volatile {
  using Stored = volatile Word;
  template <class Team>
  KOKKOS_FUNCTION static void wait(const Team&) {}
};

// [*]
/// For GPUs only: a thread's local values must survive barriers.
template <class Exec, class Between>
struct Steps {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit Steps(const FencedSteps& f)
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
struct InScratch : Steps<Exec, Between> {
  using Steps<Exec, Between>::Steps;
  using Words = Scratch<Word[FencedSteps::words], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words(team.team_scratch(0));
    const std::size_t first = this->first_word(team);
    Word* const own = &words(thread_rank(team));
    for (unsigned k = 0; k < depth; ++k) own[k * block_size] = this->in(first + k * block_size);
    this->step(team, own);
    for (unsigned k = 0; k < depth; ++k) this->out(first + k * block_size) = own[k * block_size];
  }

  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

template <class Exec, class Between>
struct InGlobalMemory : Steps<Exec, Between> {
  using Steps<Exec, Between>::Steps;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = this->first_word(team);
    Word* const own = &this->out(first);
    for (unsigned k = 0; k < depth; ++k) own[k * block_size] = this->in(first + k * block_size);
    this->step(team, own);
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Functor, class Exec>
void launch_in_teams(const FencedSteps& f, const Exec& exec) {
  using Policy = TeamPolicy<Exec, FencedSteps::block_size>;
  auto policy =
      team_policy<Policy>(exec, static_cast<std::size_t>(f.blocks), FencedSteps::block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  if (f.blocks > 0) Kokkos::parallel_for("fence", policy, Functor(f));
}

template <class Between, class Exec>
void launch(const FencedSteps& f, const Exec& exec) {
  if (f.in_global_memory)
    launch_in_teams<InGlobalMemory<Exec, Between>>(f, exec);
  else
    launch_in_teams<InScratch<Exec, Between>>(f, exec);
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_fence(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("fence/none_matched", launch<None, Exec>);
    kokkos.add("fence/barrier_matched", launch<Barrier, Exec>);
    kokkos.add("fence/device_fence_matched", launch<DeviceFence, Exec>);
    kokkos.add("fence/volatile_matched", launch<Volatile, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_fence);

}  // namespace tilebridge::kokkos
