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

/// A block of that many threads: whole rows of a warp's 32 where the number allows it.
struct BlockShape {
  int width, height;  // threads

  explicit BlockShape(int threads) : width(std::gcd(threads, 32)), height(threads / width) {}
};

/// C = A · B by blocks of that shape, one element of C per thread
struct BlockedMatmul {
  Matmul<float> product;
  int threads;  // per block
};

}  // namespace tilebridge
