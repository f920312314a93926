// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <numeric>

#include "catalogue/tiling/matmul.hpp"

namespace tilebridge {

/// c[i] = a[i] + b[i] for i < n
struct BlockedAdd {
  const float* a;  // n elements each
  const float* b;
  float* c;
  std::size_t n;
  int threads;  // per block; on a host, of the loop
};

/// The shape of a block: whole rows of a warp's 32 threads where their number allows it.
struct BlockShape {
  int width, height;  // threads

  explicit BlockShape(int threads) : width(std::gcd(threads, 32)), height(threads / width) {}

  /// Number of blocks in a row, and in a column, of a matrix with one element per thread.
  int across(int columns) const { return (columns + width - 1) / width; }
  int down(int rows) const { return (rows + height - 1) / height; }
};

/// C = A · B by blocks of the BlockShape of `threads`, one element of C per thread
struct BlockedMatmul {
  Matmul<float> product;
  int threads;  // per block
};

}  // namespace tilebridge
