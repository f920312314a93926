// SPDX-License-Identifier: Apache-2.0
// 64 values per index of a RangePolicy, all live at the same time: values that do not fit into the
// registers the bound allows are spilled to local memory. The rewritten kernel takes one index per
// thread of a team.
#include "catalogue/memory/launch_bounds.hpp"

#include "backends/kokkos/averaging.hpp"
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::launch_bounds_experiment {
namespace {

constexpr int block_size = 256;

template <int blocks_wanted, class Exec>
using BoundedPolicy = Kokkos::RangePolicy<
    Exec, Kokkos::IndexType<std::int64_t>,
    Kokkos::LaunchBounds<block_size, bounded_blocks(block_size, blocks_wanted)>>;

template <int blocks_wanted, class Exec>
void average(const Averaging& a, const Exec& exec) {
  const Vector<const float, Exec> in(a.in, a.n + Averaging::values - 1);
  const Vector<float, Exec> out(a.out, a.n);
  const int sweeps = a.sweeps;
  Kokkos::parallel_for(
      "launch_bounds", BoundedPolicy<blocks_wanted, Exec>(exec, 0, a.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = averaged_sum(in, i, sweeps); });
}

template <int blocks_wanted, class Exec>
void walk(const WalkThenAverage& w, const Exec& exec) {
  walk_and_average<BoundedPolicy<blocks_wanted, Exec>>(w, exec);
}

#if defined(KOKKOS_ENABLE_HIP)
constexpr kernels::Feature maxrregcount = {false, "HIP caps registers by launch bounds alone"};
#elif defined(TILEBRIDGE_KOKKOS_GPU)
constexpr kernels::Feature maxrregcount = {};
#endif

using namespace techniques;

template <class Exec>
struct Average {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  int sweeps;

  explicit Average(const Averaging& a)
      : in(a.in, a.n + Averaging::values - 1), out(a.out, a.n), sweeps(a.sweeps) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = averaged_sum(in, static_cast<std::int64_t>(i), sweeps);
  }
};

template <int blocks_wanted, class Exec>
void average_rewritten(const Averaging& a, const Exec& exec) {
  if (a.n == 0) return;
  for_each_element<block_size, blocks_wanted>("launch_bounds/rewritten", exec, a.n,
                                              Average<Exec>(a));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("launch_bounds/blocks_1", average<1, Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec>) {  // where a bound has a meaning
    kokkos.add("launch_bounds/blocks_2", average<2, Exec>);
    kokkos.add("launch_bounds/blocks_4", average<4, Exec>);
    kokkos.add("launch_bounds/blocks_4_rewritten", average_rewritten<4, Exec>);
    kokkos.add("launch_bounds/blocks_8", average<8, Exec>);
    kokkos.add("launch_bounds/walk_blocks_1", walk<1, Exec>);
    kokkos.add("launch_bounds/walk_blocks_8", walk<8, Exec>);
    kokkos.add("launch_bounds/walk_maxrregcount", walk_with_maxrregcount, maxrregcount);
  }
#endif
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::launch_bounds_experiment
