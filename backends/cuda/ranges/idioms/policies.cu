// SPDX-License-Identifier: Apache-2.0
// One element per index or thread, in the blocks that Kokkos's policies have.
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/idioms/policies.hpp"

namespace tilebridge::cuda::ranges::policies_experiment {
namespace {

// [*]
using Word = std::uint32_t;

// [range]
__global__ void range(ScaledGrid g) {
  const std::int64_t i = index_in_range();
  if (i < std::int64_t{g.nz} * g.ny * g.nx) g.out[i] = ScaledGrid::factor * g.in[i];
}

// [team_auto]
__global__ void team_auto(ScaledGrid g) {
  const int n = g.nz * g.ny * g.nx;
  const int threads = blockDim.x;
  const int first = blockIdx.x * threads;
  for (int t = threadIdx.x; t < threads; t += blockDim.x)
    if (first + t < n) g.out[first + t] = ScaledGrid::factor * g.in[first + t];
}

// [launch_bounds]
__device__ Word mixed(const Word* in, Word row, int rounds) {
  constexpr int values = WalkThenMix::values;
  Word value[values];
  for (int k = 0; k < values; ++k) value[k] = in[k] + row;
  for (int round = 0; round < rounds; ++round)
    for (int k = 0; k < values; ++k)
      value[k] = WalkThenMix::factor * value[k] + value[(k + 1) % values];
  Word sum = 0;
  for (int k = 0; k < values; ++k) sum += value[k];
  return sum;
}

__global__ void launch_bounds(WalkThenMix w) {
  const int first = blockIdx.x * WalkThenMix::block_size;
  for (int t = threadIdx.x; t < WalkThenMix::block_size; t += blockDim.x) {
    const int i = first + t;
    if (i >= w.n) continue;
    Word row = i / RowWalk::width % w.walk.rows;
    for (int step = 0; step < w.walk.steps; ++step)
      row = w.walk.next[row * RowWalk::width + i % RowWalk::width];
    w.out[i] = mixed(w.in + i, row, w.rounds);
  }
}

// [mdrange_tile, mdrange_order]
__device__ void scale(const ScaledGrid& g, int y, int x) {
  if (x >= g.nx || y >= g.nz * g.ny) return;
  const std::size_t at = std::size_t(y) * g.nx + x;
  g.out[at] = ScaledGrid::factor * g.in[at];
}

// [mdrange_tile]
__global__ void mdrange_tile(ScaledGrid g) { scale(g, y_in_range(), x_in_range()); }

// [mdrange_order]
/// The range is over (y, x): neighbouring threads are neighbours in y.
__global__ void mdrange_order(ScaledGrid g) { scale(g, x_in_range(), y_in_range()); }

// [mdrange3_tile]
__global__ void mdrange3_tile(ScaledGrid g) {
  const int x = x_in_range(), y = y_in_range(), z = z_in_range();
  if (x >= g.nx || y >= g.ny || z >= g.nz) return;
  const std::size_t at = (std::size_t(z) * g.ny + y) * g.nx + x;
  g.out[at] = ScaledGrid::factor * g.in[at];
}

// [index_type]
__global__ void index_type(ScaledGrid g) {
  const std::int64_t rows = g.nz * g.ny, cols = g.nx;
  const std::int64_t i = index_in_range();
  if (i >= rows * cols) return;
  const std::int64_t y = i / cols, x = i % cols;
  g.out[y * cols + x] = ScaledGrid::factor * g.in[y * cols + x];
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("policies/range", flat(range));
  controls.add("policies/team_auto", flat(team_auto));
  controls.add("policies/launch_bounds", flat(launch_bounds));
  controls.add("policies/mdrange_tile", nested(mdrange_tile));
  controls.add("policies/mdrange_order", nested(mdrange_order));
  controls.add("policies/mdrange3_tile", nested(mdrange3_tile));
  controls.add("policies/index_type", flat(index_type));
}

}  // namespace tilebridge::cuda::ranges::policies_experiment
