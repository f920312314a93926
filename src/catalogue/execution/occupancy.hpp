// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = in[i] for i < n, by blocks that hold shared memory without using it
struct OccupancyCopy {
  static constexpr int block_size = 256;

  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
  int shared_kib;  // KiB per block
};

}  // namespace tilebridge
