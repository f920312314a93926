// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = in[i] for i < n, in `pieces` copies one after the other.
struct PiecewiseCopy {
  const float* in;  // n elements, on the host
  float* out;       // n elements, on the device
  std::size_t n;
  std::size_t pieces;

  /// The first element of a piece, or n for piece `pieces`.
  std::size_t first_of(std::size_t piece) const { return n * piece / pieces; }
};

}  // namespace tilebridge
