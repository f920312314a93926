// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment launch_bounds share this work; they differ in what caps registers.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge::cuda {

// [shown]
/// Computes out[i]. All of its values are live at the same time.
__device__ __forceinline__ float averaged_sum(const Averaging& a, std::size_t i) {
  constexpr int values = Averaging::values;
  float value[values];
#pragma unroll
  for (int k = 0; k < values; ++k) value[k] = a.in[i + k];
  for (int sweep = 0; sweep < a.sweeps; ++sweep)
#pragma unroll
    for (int k = 0; k < values; ++k) value[k] = 0.5F * (value[k] + value[(k + 1) % values]);
  float sum = 0;
#pragma unroll
  for (int k = 0; k < values; ++k) sum += value[k];
  return sum;
}

/// The walk needs few registers and many warps, what comes after it the opposite.
__device__ __forceinline__ void walk_and_average(const WalkThenAverage& w, std::size_t i) {
  if (i >= w.averaging.n) return;
  const int column = threadIdx.x % RowWalk::width;
  std::uint32_t row = i / RowWalk::width % w.walk.rows;
  for (int step = 0; step < w.walk.steps; ++step) row = w.walk.next[row * RowWalk::width + column];
  w.last[i] = row;
  w.averaging.out[i] = averaged_sum(w.averaging, i);
}

// [hidden]

/// Launches the kernel without launch bounds, from an object file compiled with -maxrregcount=32.
void walk_with_maxrregcount(const WalkThenAverage& w, Stream stream);

}  // namespace tilebridge::cuda
