// SPDX-License-Identifier: Apache-2.0
// The steps from `loops` to rewritten block_tree: 256 threads' sums per team, summed as a tree, and
// at each step one more idiom left behind.
#include "catalogue/tiling/reduce.hpp"

#include <cstdint>
#include <type_traits>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/steps/steps.hpp"

namespace tilebridge::kokkos::steps::reduce_experiment {
namespace {

using namespace techniques;

constexpr int block_size = ReduceShares::block_size;

/// Numbers of the steps that introduce these changes; step 1 introduces raw ranks.
constexpr int pointer_to_scratch = 2;
constexpr int indices_of_32_bits = 3;

/// sums(team) = Σ in(i) over the team's `share`, computed as a tree in scratch memory.
template <int step, class T, class Exec>
struct Tree {
  using Sums = Scratch<T[block_size], Exec>;
  /// Type of an index within a team's share, whose first element may need 64 bits.
  using Index = std::conditional_t < step<indices_of_32_bits, std::int64_t, int>;

  Vector<const T, Exec> in;
  Vector<T, Exec> sums;
  std::int64_t share, n;

  Tree(const Vector<const T, Exec>& input, std::int64_t elements, const Vector<T, Exec>& output)
      : in(input), sums(output), share(elements), n(static_cast<std::int64_t>(in.extent(0))) {}

  KOKKOS_FUNCTION T sum_of_thread(std::int64_t first, int thread) const {
    const auto count = static_cast<Index>(n - first < share ? n - first : share);
    T sum = 0;
    for (Index i = thread; i < count; i += block_size) sum += in(first + i);
    return sum;
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto team_sums = scratch_of<step >= pointer_to_scratch, Sums>(team);
    const std::int64_t first = team.league_rank() * share;
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { team_sums(thread) = sum_of_thread(first, thread); });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half,
                              [&](int thread) { team_sums(thread) += team_sums(thread + half); });
      team.team_barrier();
    }
    if (team.team_rank() == 0) sums(team.league_rank()) = team_sums(0);
  }
};

template <int step, class T, class Exec>
void launch(const Exec& exec, const Tree<step, T, Exec>& tree) {
  auto policy = team_policy<Kokkos::TeamPolicy<Exec>>(exec, tree.sums.extent(0), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tree<step, T, Exec>::Sums::shmem_size()));
  Kokkos::parallel_for("reduce/block_tree", policy, tree);
}

template <int step, class T, class Exec>
auto two_passes(const Reduce<T>& r, const Exec& exec) {
  const ReduceShares shares(r.n);
  const OwnedVector<T, Exec> partials("partials", shares.blocks);
  return [=] {
    launch(exec, Tree<step, T, Exec>(Vector<const T, Exec>(r.in, r.n),
                                     static_cast<std::int64_t>(shares.share), partials));
    launch(exec, Tree<step, T, Exec>(partials, static_cast<std::int64_t>(shares.blocks),
                                     Vector<T, Exec>(r.result, 1)));
  };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add_prepared("reduce/block_tree_step1", two_passes<1, T, Exec>);
    kokkos.add_prepared("reduce/block_tree_step2", two_passes<pointer_to_scratch, T, Exec>);
    kokkos.add_prepared("reduce/block_tree_step3", two_passes<indices_of_32_bits, T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::steps::reduce_experiment
