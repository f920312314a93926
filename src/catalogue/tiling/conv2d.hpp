// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

struct Filter5x5 {
  static constexpr int radius = 2;
  static constexpr int width = 2 * radius + 1;
  static constexpr int taps = width * width;
};

/// out[y][x] = Σ filter[j][i] · in[y + j - radius][x + i - radius] for j, i < width, with 0 outside
/// the image
template <class T>
struct Conv2d {
  const T* in;      // rows × cols, row-major
  const T* filter;  // width × width, row-major
  T* out;           // rows × cols, row-major
  int rows, cols;   // elements
};

}  // namespace tilebridge
