// SPDX-License-Identifier: Apache-2.0
// What does it cost to read rows and write columns, and what does a tile on chip save?
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[x][y] = in[y][x]
template <class T>
struct Transpose {
  const T* in;     // rows × cols, row-major
  T* out;          // cols × rows, row-major
  int rows, cols;  // elements
};

}  // namespace tilebridge
