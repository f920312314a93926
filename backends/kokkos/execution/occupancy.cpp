// SPDX-License-Identifier: Apache-2.0
// One element per thread; unused scratch memory limits how many teams fit.
#include "catalogue/execution/occupancy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::occupancy_experiment {
namespace {

constexpr int block_size = OccupancyCopy::block_size;

template <class Exec>
void copy(const OccupancyCopy& c, const Exec& exec) {
  if (c.n == 0) return;
  const Vector<const float, Exec> in(c.in, c.n);
  const Vector<float, Exec> out(c.out, c.n);
  const auto n = static_cast<std::int64_t>(c.n);
  const auto teams = static_cast<int>(ceil_div(c.n, block_size));
  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(c.shared_kib * 1024));
  Kokkos::parallel_for(
      "occupancy/copy", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{team.league_rank()} * block_size;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          if (first + t < n) out(first + t) = in(first + t);
        });
      });
}

template <class Exec>
void copy_by_index(const OccupancyCopy& c, const Exec& exec) {
  if (c.n == 0) return;
  const Vector<const float, Exec> in(c.in, c.n);
  const Vector<float, Exec> out(c.out, c.n);
  const auto n = static_cast<std::int64_t>(c.n);
  const auto teams = static_cast<int>(ceil_div(c.n, block_size));
  Kokkos::TeamPolicy<Exec> policy(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(c.shared_kib * 1024));
  Kokkos::parallel_for(
      "occupancy/copy", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t i = std::int64_t{team.league_rank()} * block_size + team.team_rank();
        if (i < n) out(i) = in(i);
      });
}

using namespace techniques;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OccupancyCopy& c) : in(c.in, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

template <class Exec>
void copy_rewritten(const OccupancyCopy& c, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, ceil_div(c.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(c.shared_kib * 1024));
  if (c.n > 0)
    Kokkos::parallel_for("occupancy/copy_rewritten", policy,
                         ElementsInTeams<Exec, block_size, Copy<Exec>>{Copy<Exec>(c), c.n});
}

template <auto launch, class Exec>
auto prepare(const OccupancyCopy& c, const Exec& exec) {
  check_scratch<Exec>(static_cast<std::size_t>(c.shared_kib) * 1024);
  return [c, exec] { launch(c, exec); };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    const auto by_index = kokkos.in(Form::indices);
    kokkos.add_prepared("occupancy/copy", prepare<copy<Exec>, Exec>);
    by_index.add_prepared("occupancy/copy", prepare<copy_by_index<Exec>, Exec>);
    kokkos.add_prepared("occupancy/copy_rewritten", prepare<copy_rewritten<Exec>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::occupancy_experiment
