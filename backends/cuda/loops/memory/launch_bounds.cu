// SPDX-License-Identifier: Apache-2.0
// 64 values per index of a range, all live at the same time: values that do not fit into the
// registers the bound allows are spilled to local memory.
#include <cstdint>

#include "backends/cuda/averaging.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge::cuda::loops::launch_bounds_experiment {
namespace {

/// The kernels are bounded as by Kokkos's LaunchBounds, although a range's blocks have fewer
/// threads.
constexpr int bound = 256;

/// The requested number, or as many as fit on an SM if that is less.
constexpr int fitting_blocks(int blocks) {
  constexpr int most = most_resident_threads / bound;
  return blocks < most ? blocks : most;
}

template <int blocks_wanted>
__global__ void __launch_bounds__(bound, fitting_blocks(blocks_wanted)) average(Averaging a) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(a.n)) a.out[i] = averaged_sum(a, i);
}

template <int blocks_wanted>
__global__ void __launch_bounds__(bound, fitting_blocks(blocks_wanted)) walk(WalkThenAverage w) {
  constexpr int width = RowWalk::width;
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(w.averaging.n)) return;
  const auto column = static_cast<int>(i % width);
  auto row = static_cast<std::uint32_t>(i / width % w.walk.rows);
  for (int step = 0; step < w.walk.steps; ++step) row = w.walk.next[row * width + column];
  w.last[i] = row;
  w.averaging.out[i] = averaged_sum(w.averaging, i);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("launch_bounds/blocks_1", flat(average<1>));
  controls.add("launch_bounds/blocks_2", flat(average<2>));
  controls.add("launch_bounds/blocks_4", flat(average<4>));
  controls.add("launch_bounds/blocks_8", flat(average<8>));
  controls.add("launch_bounds/walk_blocks_1", flat(walk<1>));
  controls.add("launch_bounds/walk_blocks_8", flat(walk<8>));
}

}  // namespace tilebridge::cuda::loops::launch_bounds_experiment
