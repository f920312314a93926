// SPDX-License-Identifier: Apache-2.0
// Users of Kokkos asked for this stencil (kokkos/kokkos#9142).
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// A step of the heat equation. Inside, out = in + rate · (the sum of its six neighbours - 6 · in);
/// the boundary is copied.
template <class T>
struct HeatStep {
  static constexpr T rate = T(0.1);

  /// A block of 32 × 8 threads has a box of 4 planes, or walks through 64. For two steps at once it
  /// has 16 rows of threads.
  static constexpr int columns = 32, rows = 8, planes = 4, walked = 64, tall = 16;

  /// The tuned kernels walk through `depth` planes: few, so that planes which blocks have in common
  /// are still in L2. A thread has a pair of neighbouring columns where rows have an even length;
  /// elsewhere it has single columns 32 apart, enough to keep the same number of bytes in flight.
  static constexpr int depth = 8;
  static constexpr int pair = 2;
  static constexpr int apart = 16 / static_cast<int>(sizeof(T));
  /// The tuned kernels are compiled for this many blocks of 256 threads per SM.
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

/// An element after the step, from its value before; or from `in`, which has its neighbours too.
template <class T>
constexpr T heated(T centre, T sum_of_neighbours) {
  return centre + HeatStep<T>::rate * (sum_of_neighbours - 6 * centre);
}
template <class Elements>
constexpr auto heated(const Elements& in, int z, int y, int x) {
  const auto sum = in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) +
                   in(z - 1, y, x) + in(z + 1, y, x);
  return heated(in(z, y, x), sum);
}

/// Index of the element in plane z, row y, column x of a grid.
template <class Grid>
constexpr std::size_t at(const Grid& g, int z, int y, int x) {
  return (static_cast<std::size_t>(z) * g.ny + y) * g.nx + x;
}

template <class Grid>
constexpr bool holds(const Grid& g, int z, int y, int x) {
  return z >= 0 && z < g.nz && y >= 0 && y < g.ny && x >= 0 && x < g.nx;
}

/// Whether there is a neighbour on either side, along one axis or along all.
constexpr bool is_inside(int i, int count) { return i > 0 && i < count - 1; }
template <class Grid>
constexpr bool is_inside(const Grid& g, int z, int y, int x) {
  return z > 0 && z < g.nz - 1 && y > 0 && y < g.ny - 1 && x > 0 && x < g.nx - 1;
}

/// -1 in the first and 1 in the last of `threads` threads, which also load the element beside their
/// own; 0 in the others.
constexpr int beside(int thread, int threads) {
  return thread == 0 ? -1 : thread == threads - 1 ? 1 : 0;
}

}  // namespace tilebridge
