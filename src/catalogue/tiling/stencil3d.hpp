// SPDX-License-Identifier: Apache-2.0
// Users of Kokkos asked for it (kokkos/kokkos#9142).
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// A step of the heat equation. Inside, out = in + rate · (the sum of its six neighbours - 6 · in);
/// the boundary is copied.
template <class T>
struct HeatStep {
  static constexpr T rate = T(0.1);

  /// Blocks of 256 threads per SM that the columns are compiled for, of `width` neighbours each:
  /// with one, all that an SM can hold (32 registers per thread).
  static constexpr int blocks_wanted(int width) { return width == 1 ? 8 : 6; }

  const T* in;     // nz × ny × nx, x fastest
  T* out;          // the same
  int nx, ny, nz;  // elements
};

/// Two such steps in turn.
template <class T>
struct TwoHeatSteps {
  HeatStep<T> first, second;
};

}  // namespace tilebridge
