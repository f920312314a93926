// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// A block stages its 1024 elements and replaces them 2·rounds + 1 times by averages,
///
///   x[t] ← (x[t] + x[(t + 256) mod 1024]) / 2
///
/// from one of two arrays in shared memory to the other. Elements from n on count as 0.
struct StagedAverages {
  static constexpr int planes = 4, rows = 8, columns = 32;
  static constexpr int block_size = planes * rows * columns;  // elements, and threads
  static constexpr int apart = rows * columns;                // the other one of an average

  const float* in;  // n elements
  float* out;       // the same
  std::size_t n;
  int rounds;
};

}  // namespace tilebridge
