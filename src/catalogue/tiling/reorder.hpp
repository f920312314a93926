// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[m·n + i] = in[i·6 + m] for i < n, m < 6
struct Reorder {
  const float* in;  // n structures of 6 floats
  float* out;       // 6 arrays of n floats
  std::size_t n;

  static constexpr int members = 6;
};

}  // namespace tilebridge
