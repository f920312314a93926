// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

/// out[x][y] = in[y][x]
template <class T>
struct Transpose {
  const T* in;     // rows × cols, row-major
  T* out;          // cols × rows, row-major
  int rows, cols;  // elements
};

}  // namespace tilebridge
