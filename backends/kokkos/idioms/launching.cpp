// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another; the variants differ in what a launch brings along.
// Rewritten launches bring less along for the same work.
#include "catalogue/idioms/launching.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/graph.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = SmallKernels::block_size;

/// Kernel k copies the first of these to the second.
template <class Exec>
Vector<const Word, Exec> input_of(const SmallKernels& s, int k) {
  return Vector<const Word, Exec>(s.in + static_cast<std::size_t>(k) * s.words, s.words);
}
template <class Exec>
Vector<Word, Exec> output_of(const SmallKernels& s, int k) {
  return Vector<Word, Exec>(s.out + static_cast<std::size_t>(k) * s.words, s.words);
}

template <class Exec>
void copy(const char* label, const SmallKernels& s, int k, const Exec& exec) {
  const auto in = input_of<Exec>(s, k);
  const auto out = output_of<Exec>(s, k);
  Kokkos::parallel_for(
      label, RangePolicy<Exec>(exec, 0, s.words),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

template <class Exec>
void range(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) copy("launching/word", s, k, exec);
}

template <class Exec>
void team(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/team", Kokkos::TeamPolicy<Exec>(exec, 1, block_size),
        KOKKOS_LAMBDA(const Team<Exec>& team) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                               [&](int t) { out(t) = in(t); });
        });
  }
}

template <class Exec>
void team_scratch(const SmallKernels& s, const Exec& exec) {
  using Words = Scratch<Word[block_size], Exec>;
  Kokkos::TeamPolicy<Exec> policy(exec, 1, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/team_scratch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
          const Words words(team.team_scratch(0));
          const auto threads = Kokkos::TeamThreadRange(team, block_size);
          Kokkos::parallel_for(threads, [&](int t) { words(t) = in(t); });
          team.team_barrier();
          Kokkos::parallel_for(threads, [&](int t) { out(t) = words(SmallKernels::other(t)); });
        });
  }
}

/// All factors are captured by value.
template <int count, class Exec>
void functor(const KernelsWithFactors<count>& s, const Exec& exec) {
  const Factors<count> factors = s.factors;
  for (int k = 0; k < s.kernels.kernels; ++k) {
    const auto in = input_of<Exec>(s.kernels, k);
    const auto out = output_of<Exec>(s.kernels, k);
    Kokkos::parallel_for(
        "launching/functor", RangePolicy<Exec>(exec, 0, block_size),
        KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i)*factors.values[k % count]; });
  }
}

template <class Exec>
void fence(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    copy("launching/word", s, k, exec);
    Kokkos::fence();
  }
}

template <class Exec>
using Node = Kokkos::Experimental::GraphNodeRef<Exec>;

/// Adds the copy of kernel k as the node after `last`.
template <class Exec>
Node<Exec> copy_word_after(const Node<Exec>& last, const SmallKernels& s, int k, const Exec& exec) {
  const auto in = input_of<Exec>(s, k);
  const auto out = output_of<Exec>(s, k);
  return last.then_parallel_for(
      "launching/word", RangePolicy<Exec>(exec, 0, 1),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

template <class Exec>
auto graph_rewritten(const SmallKernels& s, const Exec& exec) {
  const auto graph = create_graph(exec, [&](Node<Exec> last) {
    for (int k = 0; k < s.kernels; ++k) last = copy_word_after(last, s, k, exec);
  });
  return [graph, exec] { submit(graph, exec); };
}

template <class Exec>
void team_rewritten(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) copy("launching/team", s, k, exec);
}

template <class Exec>
void team_scratch_rewritten(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/team_scratch", Kokkos::TeamPolicy<Exec>(exec, 1, block_size),
        KOKKOS_LAMBDA(const Team<Exec>& team) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                               [&](int t) { out(t) = in(SmallKernels::other(t)); });
        });
  }
}

template <int count, class Exec>
void functor_rewritten(const KernelsWithFactors<count>& s, const Exec& exec) {
  const Vector<const Word, Exec> factors(s.kept, count);
  for (int k = 0; k < s.kernels.kernels; ++k) {
    const auto in = input_of<Exec>(s.kernels, k);
    const auto out = output_of<Exec>(s.kernels, k);
    Kokkos::parallel_for(
        "launching/functor", RangePolicy<Exec>(exec, 0, block_size),
        KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i)*factors(k % count); });
  }
}

template <class Exec>
void fence_rewritten(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    copy("launching/word", s, k, exec);
    exec.fence();
  }
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host's launch is a call
    kokkos.add("launching/range", range<Exec>);
    kokkos.add("launching/graph", range<Exec>);
    kokkos.add("launching/team", team<Exec>);
    kokkos.add("launching/team_scratch", team_scratch<Exec>);
    kokkos.add("launching/functor_64", functor<factors_64, Exec>);
    kokkos.add("launching/functor_256", functor<factors_256, Exec>);
    kokkos.add("launching/functor_1k", functor<factors_1k, Exec>);
    kokkos.add("launching/functor_4k", functor<factors_4k, Exec>);
    kokkos.add("launching/fence", fence<Exec>);
    kokkos.add_prepared("launching/graph_rewritten", graph_rewritten<Exec>);
    kokkos.add("launching/team_rewritten", team_rewritten<Exec>);
    kokkos.add("launching/team_scratch_rewritten", team_scratch_rewritten<Exec>);
    kokkos.add("launching/functor_64_rewritten", functor_rewritten<factors_64, Exec>);
    kokkos.add("launching/functor_256_rewritten", functor_rewritten<factors_256, Exec>);
    kokkos.add("launching/functor_1k_rewritten", functor_rewritten<factors_1k, Exec>);
    kokkos.add("launching/functor_4k_rewritten", functor_rewritten<factors_4k, Exec>);
    kokkos.add("launching/fence_rewritten", fence_rewritten<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::launching_experiment
