// SPDX-License-Identifier: Apache-2.0
// One element per index or thread, in the blocks that Kokkos's policies have.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/policies.hpp"

namespace tilebridge::cuda::loops::policies_experiment {
namespace {

template <class T>
__global__ void range(ScaledGrid<T> g) {
  const std::int64_t i = index_in_range();
  if (i < std::int64_t{g.nz} * g.ny * g.nx) g.out[i] = g.factor * g.in[i];
}

template <class T>
__global__ void team_auto(ScaledGrid<T> g) {
  const int n = g.elements();
  const int threads = blockDim.x;
  const int first = blockIdx.x * threads;
  for (int t = threadIdx.x; t < threads; t += blockDim.x)
    if (first + t < n) g.out[first + t] = g.factor * g.in[first + t];
}

using Word = std::uint32_t;

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

template <class T>
__device__ void scale(const ScaledGrid<T>& g, int y, int x) {
  if (x < g.nx && y < g.rows()) g.out[g.at(y, x)] = g.factor * g.in[g.at(y, x)];
}

template <class T>
__global__ void mdrange_tile(ScaledGrid<T> g) {
  scale(g, y_in_range(), x_in_range());
}

/// The range is over (y, x): neighbouring threads are neighbours in y.
template <class T>
__global__ void mdrange_order(ScaledGrid<T> g) {
  scale(g, x_in_range(), y_in_range());
}

template <class T>
__global__ void mdrange3_tile(ScaledGrid<T> g) {
  const int x = x_in_range(), y = y_in_range(), z = z_in_range();
  if (x >= g.nx || y >= g.ny || z >= g.nz) return;
  const std::size_t at = (std::size_t(z) * g.ny + y) * g.nx + x;
  g.out[at] = g.factor * g.in[at];
}

template <class T>
__global__ void index_type(ScaledGrid<T> g) {
  const std::int64_t rows = g.rows(), cols = g.nx;
  const std::int64_t i = index_in_range();
  if (i >= rows * cols) return;
  const std::int64_t y = i / cols, x = i % cols;
  g.out[y * cols + x] = g.factor * g.in[y * cols + x];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("policies/range", flat(range<T>));
    controls.add("policies/team_auto", flat(team_auto<T>));
    controls.add("policies/mdrange_tile", nested(mdrange_tile<T>));
    controls.add("policies/mdrange_order", nested(mdrange_order<T>));
    controls.add("policies/mdrange3_tile", nested(mdrange3_tile<T>));
    controls.add("policies/index_type", flat(index_type<T>));
  });
  controls.add("policies/launch_bounds", flat(launch_bounds));
}

}  // namespace tilebridge::cuda::loops::policies_experiment
