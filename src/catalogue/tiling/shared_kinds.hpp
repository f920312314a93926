// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// A block stages its 1024 elements and replaces them 2·rounds + 1 times by averages,
///
///   x[t] ← (x[t] + x[(t + 256) mod 1024]) / 2
///
/// from one of two arrays in shared memory to the other. Elements from n on count as 0.
struct StagedAverages {
  static constexpr int planes = 4, rows = 8, columns = 32;
  static constexpr int block_size = planes * rows * columns;  // elements, and threads
  static constexpr int apart = rows * columns;                // the two elements of an average
  using Plane = float[rows][columns];

  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
  int rounds;

  /// Element t of an array of one dimension or of three.
  static constexpr float& at(float* array, auto t) { return array[t]; }
  static constexpr float& at(Plane* array, auto t) {
    return array[t / apart][t / columns % rows][t % columns];
  }
  static constexpr float average_in(auto* array, auto t) {
    return (at(array, t) + at(array, (t + apart) % block_size)) / 2;
  }
};

}  // namespace tilebridge
