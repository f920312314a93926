// SPDX-License-Identifier: Apache-2.0
// The threads of a team of one warp follow chains in scratch memory, several of them in each bank.
#include "catalogue/hierarchy/conflict_latency.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::conflict_latency_experiment {
namespace {

using Word = std::uint32_t;
constexpr int lanes = ConflictingWalk::lanes;
constexpr int rows = ConflictingWalk::rows;
constexpr int width = RowWalk::width;  // of a row: a word in each bank

/// A word is the index of the next one in its bank, so that a step is one load.
template <class Exec>
void conflicting_chains(const ConflictingWalk& c, const Exec& exec) {
  using Words = Scratch<Word[rows * width], Exec>;
  const Matrix<const Word, Exec> next(c.walk.next, rows, width);
  const Vector<Word, Exec> last(c.last, lanes);
  const int degree = c.degree, steps = c.walk.steps;
  Kokkos::TeamPolicy<Exec> policy(exec, 1, team_of<Exec, lanes>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "conflict_latency/shared", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, lanes), [&](int lane) {
          for (int row = 0; row < rows; ++row)
            words(row * width + lane) = next(row, lane) * width + lane;
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, lanes), [&](int lane) {
          Word i = lane % degree * width + lane / degree;
          for (int step = 0; step < steps; ++step) i = words(i);
          last(lane) = i / width;
        });
      });
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  // A host's memory has no banks in which lanes conflict.
  if constexpr (!is_host<Exec>) kokkos.add("conflict_latency/shared", conflicting_chains<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::conflict_latency_experiment
