// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment launch_bounds share this work; they differ in what caps registers.
#pragma once

#include "backends/kokkos/execution.hpp"
#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge::kokkos {

// [shown]
/// Computes out(i). All of its values are live at the same time.
template <class In>
KOKKOS_INLINE_FUNCTION float averaged_sum(const In& in, std::int64_t i, int sweeps) {
  constexpr int values = Averaging::values;
  float value[values];
  TILEBRIDGE_UNROLL
  for (int k = 0; k < values; ++k) value[k] = in(i + k);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    TILEBRIDGE_UNROLL
    for (int k = 0; k < values; ++k) value[k] = 0.5F * (value[k] + value[(k + 1) % values]);
  }
  float sum = 0;
  TILEBRIDGE_UNROLL
  for (int k = 0; k < values; ++k) sum += value[k];
  return sum;
}

/// The walk needs few registers and many warps, what comes after it the opposite.
template <class Policy, class Exec>
void walk_and_average(const WalkThenAverage& w, const Exec& exec) {
  constexpr int width = RowWalk::width;
  const std::size_t n = w.averaging.n;
  const Vector<const std::uint32_t, Exec> next(w.walk.next,
                                               static_cast<std::size_t>(w.walk.rows) * width);
  const Vector<const float, Exec> in(w.averaging.in, n + Averaging::values - 1);
  const Vector<std::uint32_t, Exec> last(w.last, n);
  const Vector<float, Exec> out(w.averaging.out, n);
  const int rows = w.walk.rows, steps = w.walk.steps, sweeps = w.averaging.sweeps;
  Kokkos::parallel_for(
      "launch_bounds/walk", Policy(exec, 0, static_cast<std::int64_t>(n)),
      KOKKOS_LAMBDA(std::int64_t i) {
        const auto column = static_cast<int>(i % width);
        auto row = static_cast<std::uint32_t>(i / width % rows);
        for (int step = 0; step < steps; ++step) row = next(row * width + column);
        last(i) = row;
        out(i) = averaged_sum(in, i, sweeps);
      });
}

// [hidden]

#ifdef TILEBRIDGE_KOKKOS_GPU
/// Launches the kernel without LaunchBounds, from an object file compiled with -maxrregcount=32.
void walk_with_maxrregcount(const WalkThenAverage& w, const GpuExecution& exec);
#endif

}  // namespace tilebridge::kokkos
