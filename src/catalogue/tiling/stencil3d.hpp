// SPDX-License-Identifier: Apache-2.0
// Users of Kokkos asked for it (kokkos/kokkos#9142).
#pragma once

#include "catalogue/experiment.hpp"
#include "catalogue/waves.hpp"

namespace tilebridge {

/// A step of the heat equation. Inside, out = in + rate · (the sum of its six neighbours - 6 · in);
/// the boundary is copied.
template <class T>
struct HeatStep {
  static constexpr T rate = T(0.1);

  /// Blocks of 256 threads per SM that the columns of vectors are compiled for.
  static constexpr int blocks_wanted = 6;

  const T* in;     // nz × ny × nx, x fastest
  T* out;          // the same
  int nx, ny, nz;  // elements
};

/// Two such steps in turn.
template <class T>
struct TwoHeatSteps {
  HeatStep<T> first, second;
};

/// Columns of single elements, for rows of any length: a thread has as many bytes on their way as
/// one of the columns of vectors, from neighbouring rows.
template <class T>
struct HeatedRows {
  static constexpr int columns = 32;  // threads of a block along x
  static constexpr int rows = 4;      // and along y
  static constexpr int block_size = columns * rows;
  static constexpr int rows_each = 4;                                        // per thread
  static constexpr int blocks_wanted = sizeof(T) == sizeof(float) ? 10 : 8;  // per SM
  static constexpr int halo = 2;  // planes that a block loads besides its own
};

}  // namespace tilebridge
