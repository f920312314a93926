// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/waves.hpp"

namespace tilebridge {

/// A step of the heat equation whose second derivatives are of eighth order. Inside, out = the sum
/// of the element and of its neighbours up to four away along each axis, weighted by their
/// distance: 25 elements. Those fewer than four away from a side are copied.
template <class T>
struct WideStencil {
  static constexpr int radius = 4;

  /// Blocks of 256 threads per SM that columns of so many neighbouring elements are compiled for:
  /// their queues are 40 registers of each thread, of single floats 10.
  static constexpr int blocks_wanted(int width) {
    if (width > 1) return 3;
    return sizeof(T) == sizeof(float) ? 5 : 4;
  }

  const T* in;            // nz × ny × nx, x fastest
  T* out;                 // the same
  int nx, ny, nz;         // elements
  T weights[radius + 1];  // by distance
};

}  // namespace tilebridge
