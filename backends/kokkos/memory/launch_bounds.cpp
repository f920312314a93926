// SPDX-License-Identifier: Apache-2.0
// 64 values per index of a RangePolicy, all live at the same time: values that do not fit into the
// registers the bound allows are spilled to local memory.
#include "catalogue/memory/launch_bounds.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;
constexpr int values = Averaging::values;

template <int blocks_wanted, class Exec>
void average(const Averaging& a, const Exec& exec) {
  constexpr int blocks = std::min(blocks_wanted, most_resident_threads / block_size);
  using Bounds = Kokkos::LaunchBounds<block_size, blocks>;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, Bounds>;
  const Vector<const float, Exec> in(a.in, a.n + values - 1);
  const Vector<float, Exec> out(a.out, a.n);
  const int sweeps = a.sweeps;
  Kokkos::parallel_for(
      "launch_bounds", Policy(exec, 0, a.n), KOKKOS_LAMBDA(std::int64_t i) {
        float value[values];
        for (int k = 0; k < values; ++k) value[k] = in(i + k);
        for (int sweep = 0; sweep < sweeps; ++sweep)
          for (int k = 0; k < values; ++k) value[k] = 0.5F * (value[k] + value[(k + 1) % values]);
        float sum = 0;
        for (int k = 0; k < values; ++k) sum += value[k];
        out(i) = sum;
      });
}

// [/]

}  // namespace

template <class Exec>
void add_launch_bounds(KokkosKernels<Exec>& kokkos) {
  kokkos.add("launch_bounds/blocks_1", average<1, Exec>);
  if constexpr (!is_host<Exec>) {  // where a bound has a meaning
    kokkos.add("launch_bounds/blocks_2", average<2, Exec>);
    kokkos.add("launch_bounds/blocks_4", average<4, Exec>);
    kokkos.add("launch_bounds/blocks_8", average<8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_launch_bounds);

}  // namespace tilebridge::kokkos
