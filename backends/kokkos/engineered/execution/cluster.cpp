// SPDX-License-Identifier: Apache-2.0
// A sum and a histogram by independent teams: Kokkos has no clusters of teams.
#include "catalogue/execution/cluster.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;

template <class Exec>
struct Sum {
  static constexpr int block_size = ClusterSum::block_size;
  using Steps = TwoSteps<Exec, block_size, Word>;
  using Sums = typename Steps::Sums;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> result;  // one word

  explicit Sum(const ClusterSum& s) : in(s.in, s.n), result(s.result, 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    const Word sum = Steps::sum(team, scratch<Sums>(team), [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      return i < in.extent(0) ? in(i) : 0;
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sum);
  }
};

template <class Exec>
void reduce_blocks(const ClusterSum& s, const Exec& exec) {
  constexpr int block_size = ClusterSum::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  const Sum<Exec> functor(s);
  Kokkos::deep_copy(exec, functor.result, 0U);
  auto policy = team_policy<Policy>(exec, ceil_div(s.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sum<Exec>::Sums::shmem_size()));
  if (s.n > 0) Kokkos::parallel_for("cluster/reduce_blocks_matched", policy, functor);
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_cluster(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("cluster/reduce_blocks_matched", reduce_blocks<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_cluster);

}  // namespace tilebridge::kokkos
