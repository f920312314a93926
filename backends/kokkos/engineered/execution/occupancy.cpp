// SPDX-License-Identifier: Apache-2.0
// One element per thread; unused scratch memory limits how many teams fit.
#include "catalogue/execution/occupancy.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OccupancyCopy& c) : in(c.in, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_occupancy(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("occupancy/copy_matched", [](const OccupancyCopy& c, const Exec& exec) {
      check_scratch<Exec>(static_cast<std::size_t>(c.shared_kib) * 1024);
      return [c, exec] {
        using Policy = TeamPolicy<Exec, block_size>;
        auto policy = team_policy<Policy>(exec, ceil_div(c.n, block_size), block_size);
        policy.set_scratch_size(0, Kokkos::PerTeam(c.shared_kib * 1024));
        if (c.n > 0)
          Kokkos::parallel_for("occupancy/copy_matched", policy,
                               ElementsInTeams<Exec, block_size, Copy<Exec>>{Copy<Exec>(c), c.n});
      };
    });
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_occupancy);

}  // namespace tilebridge::kokkos
