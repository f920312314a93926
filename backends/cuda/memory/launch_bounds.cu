// SPDX-License-Identifier: Apache-2.0
// 64 values per thread, all live at the same time: values that do not fit into the registers the
// bound allows are spilled to local memory.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
constexpr int block_size = 256;
constexpr int values = Averaging::values;

/// The requested number, or as many as fit on an SM if that is less.
constexpr int fitting_blocks(int blocks) {
  constexpr int most = most_resident_threads / block_size;
  return blocks < most ? blocks : most;
}

template <int blocks_wanted>
__global__ void __launch_bounds__(block_size, fitting_blocks(blocks_wanted)) average(Averaging a) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= a.n) return;
  float value[values];
#pragma unroll
  for (int k = 0; k < values; ++k) value[k] = a.in[i + k];
  for (int sweep = 0; sweep < a.sweeps; ++sweep)
#pragma unroll
    for (int k = 0; k < values; ++k) value[k] = 0.5F * (value[k] + value[(k + 1) % values]);
  float sum = 0;
#pragma unroll
  for (int k = 0; k < values; ++k) sum += value[k];
  a.out[i] = sum;
}

template <int blocks_wanted>
void launch(const Averaging& a, Stream stream) {
  if (a.n > 0) average<blocks_wanted><<<ceil_div(a.n, block_size), block_size, 0, stream>>>(a);
}

// [/]

}  // namespace

void add_launch_bounds(NativeKernels& native) {
  native.add("launch_bounds/blocks_1", launch<1>);
  native.add("launch_bounds/blocks_2", launch<2>);
  native.add("launch_bounds/blocks_4", launch<4>);
  native.add("launch_bounds/blocks_8", launch<8>);
}

}  // namespace tilebridge::cuda
