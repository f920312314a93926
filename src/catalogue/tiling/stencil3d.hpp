// SPDX-License-Identifier: Apache-2.0
// Users of Kokkos asked for it (kokkos/kokkos#9142).
#pragma once

namespace tilebridge {

/// A step of the heat equation. Inside, out = in + rate · (the sum of its six neighbours - 6 · in);
/// the boundary is copied.
template <class T>
struct HeatStep {
  static constexpr T rate = T(0.1);

  /// The tuned kernels walk through `depth` planes: few, so that planes which blocks have in common
  /// are still in L2. A thread has a pair of neighbouring columns where rows have an even length,
  /// and else single ones 32 apart, so many that as much is on its way.
  static constexpr int depth = 8;
  static constexpr int pair = 2;
  static constexpr int apart = 16 / static_cast<int>(sizeof(T));
  /// Blocks of 256 threads per SM that they are compiled for.
  static constexpr int blocks_of_pairs = sizeof(T) == 4 ? 8 : 6;
  static constexpr int blocks_of_apart = 4;

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
