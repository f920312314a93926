// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
struct Filter5x5 {
  static constexpr int radius = 2;
  static constexpr int width = 2 * radius + 1;
  static constexpr int taps = width * width;
};

/// out[y][x] = Σ filter[j][i] · in[y + j - radius][x + i - radius] for j, i < width, with 0 outside
/// the image
template <class T>
struct Conv2d {
  /// Pixels of a block's tile, unless a variant names others; each thread computes one.
  static constexpr int tile_rows = 8;
  static constexpr int tile_columns = 32;

  const T* in;      // rows × cols, row-major
  const T* filter;  // width × width, row-major
  T* out;           // rows × cols, row-major
  int rows, cols;   // elements

  constexpr std::size_t at(int y, int x) const {
    return std::size_t(y) * std::size_t(cols) + std::size_t(x);
  }
  /// Returns 0 beyond the border.
  constexpr T pixel(int y, int x) const {
    const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
    return inside ? in[at(y, x)] : 0;
  }
};

/// Tap (j, i) is read from global memory.
template <class T>
struct GlobalFilter {
  const T* taps;
  constexpr T operator()(int j, int i) const { return taps[j * Filter5x5::width + i]; }
};

/// Kernels capture the filter by value: on CUDA, their arguments are in constant memory.
template <class T>
struct CapturedFilter {
  T taps[Filter5x5::width][Filter5x5::width];
  constexpr T operator()(int j, int i) const { return taps[j][i]; }
};

}  // namespace tilebridge
