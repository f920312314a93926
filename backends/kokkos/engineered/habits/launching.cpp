// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another; the variants differ in what a launch brings along.
#include "catalogue/habits/launching.hpp"

#include <Kokkos_Graph.hpp>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = SmallKernels::block_size;

/// What kernel k copies, and where to.
template <class Exec>
Vector<const Word, Exec> input_of(const SmallKernels& s, int k) {
  return Vector<const Word, Exec>(s.in + static_cast<std::size_t>(k) * s.words, s.words);
}
template <class Exec>
Vector<Word, Exec> output_of(const SmallKernels& s, int k) {
  return Vector<Word, Exec>(s.out + static_cast<std::size_t>(k) * s.words, s.words);
}

// [graph_matched]
template <class Exec>
using Node = Kokkos::Experimental::GraphNodeRef<Exec>;

/// The copy of kernel k as the node after `last`.
template <class Exec>
Node<Exec> copy_word_after(const Node<Exec>& last, const SmallKernels& s, int k, const Exec& exec) {
  const auto in = input_of<Exec>(s, k);
  const auto out = output_of<Exec>(s, k);
  return last.then_parallel_for(
      "launching/word", RangePolicy<Exec>(exec, 0, 1),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

/// Kokkos 3.4 submits a graph to the instance that it was made with, later releases to any: to
/// their default one if none is given.
template <class Graph, class Exec>
void submit(const Graph& graph, const Exec& exec) {
  if constexpr (requires { graph.submit(exec); })
    graph.submit(exec);
  else
    graph.submit();
}

template <class Exec>
auto graph_of_words(const SmallKernels& s, const Exec& exec) {
  const auto graph = Kokkos::Experimental::create_graph(exec, [&](Node<Exec> last) {
    for (int k = 0; k < s.kernels; ++k) last = copy_word_after(last, s, k, exec);
  });
  return [graph, exec] { submit(graph, exec); };
}

// [team_matched]
template <class Exec>
void range_for_team(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/team", RangePolicy<Exec>(exec, 0, block_size),
        KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
  }
}

// [team_scratch_matched]
template <class Exec>
void without_scratch(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/team_scratch", Kokkos::TeamPolicy<Exec>(exec, 1, block_size),
        KOKKOS_LAMBDA(const Team<Exec>& team) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                               [&](int t) { out(t) = in((t + SmallKernels::apart) % block_size); });
        });
  }
}

// [functor_64_matched, functor_256_matched, functor_1k_matched, functor_4k_matched]
template <int count, class Exec>
void factors_in_a_view(const KernelsWithFactors<count>& s, const Exec& exec) {
  const Vector<const Word, Exec> factors(s.kept, count);
  for (int k = 0; k < s.kernels.kernels; ++k) {
    const auto in = input_of<Exec>(s.kernels, k);
    const auto out = output_of<Exec>(s.kernels, k);
    Kokkos::parallel_for(
        "launching/functor", RangePolicy<Exec>(exec, 0, block_size),
        KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i)*factors(k % count); });
  }
}

// [fence_matched]
template <class Exec>
void fence_of_instance(const SmallKernels& s, const Exec& exec) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of<Exec>(s, k);
    const auto out = output_of<Exec>(s, k);
    Kokkos::parallel_for(
        "launching/word", RangePolicy<Exec>(exec, 0, 1),
        KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
    exec.fence();
  }
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_launching([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host's launch is a call
    kokkos.add_prepared("launching/graph_matched", graph_of_words<Exec>);
    kokkos.add("launching/team_matched", range_for_team<Exec>);
    kokkos.add("launching/team_scratch_matched", without_scratch<Exec>);
    kokkos.add("launching/functor_64_matched", factors_in_a_view<factors_64, Exec>);
    kokkos.add("launching/functor_256_matched", factors_in_a_view<factors_256, Exec>);
    kokkos.add("launching/functor_1k_matched", factors_in_a_view<factors_1k, Exec>);
    kokkos.add("launching/functor_4k_matched", factors_in_a_view<factors_4k, Exec>);
    kokkos.add("launching/fence_matched", fence_of_instance<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_launching);

}  // namespace tilebridge::kokkos
