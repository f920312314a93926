// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "catalogue/waves.hpp"

namespace tilebridge {

// [shown]
/// A step of the heat equation whose second derivatives are of eighth order. Inside, out = the sum
/// of the element and of its neighbours up to four away along each axis, weighted by their
/// distance: 25 elements. Elements fewer than four away from a side are copied.
template <class T>
struct WideStencil {
  static constexpr int radius = 4;
  /// Threads and planes of a block of `stream`. Blocks of the tuned variant have columns · rows
  /// threads, too.
  static constexpr int columns = 32;
  static constexpr int rows = 8;
  static constexpr int walked = 64;

  /// Blocks of 256 threads per SM that columns of `width` neighbouring elements are compiled for: a
  /// thread's queue has 40 registers, or 10 where elements are single floats.
  static constexpr int blocks_wanted(int width) {
    if (width > 1) return 3;
    return sizeof(T) == sizeof(float) ? 5 : 4;
  }

  const T* in;            // nz × ny × nx, x fastest
  T* out;                 // the same
  int nx, ny, nz;         // elements
  T weights[radius + 1];  // by distance

  constexpr std::size_t at(int z, int y, int x) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) +
            static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(x);
  }
  constexpr std::size_t elements() const { return at(nz, 0, 0); }
  constexpr bool holds(int z, int y, int x) const {
    return z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx;
  }
  static constexpr bool is_inside(int i, int count) { return i >= radius && i < count - radius; }
  constexpr bool is_inside(int z, int y, int x) const {
    return is_inside(z, nz) && is_inside(y, ny) && is_inside(x, nx);
  }

  /// Returns which element a thread of `stream` loads besides its own, in one direction: the first
  /// `radius` of its threads load one `radius` before their own, the last ones one behind it.
  static constexpr int beside(int thread, int threads) {
    return thread < radius ? -radius : thread >= threads - radius ? radius : 0;
  }

  /// Returns the weighted sum for element (z, y, x) of `in_plane`, whose neighbours along z are
  /// the neighbours of element (z, q, c) of `along_z`.
  template <class InPlane, class AlongZ>
  constexpr T weighted(const InPlane& in_plane, int z, int y, int x, const AlongZ& along_z, int q,
                       int c) const {
    T sum = weights[0] * along_z(z, q, c);
    for (int k = 1; k <= radius; ++k)
      sum += weights[k] * (in_plane(z, y, x - k) + in_plane(z, y, x + k) + in_plane(z, y - k, x) +
                           in_plane(z, y + k, x) + along_z(z - k, q, c) + along_z(z + k, q, c));
    return sum;
  }
};

}  // namespace tilebridge
