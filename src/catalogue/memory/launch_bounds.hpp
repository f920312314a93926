// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/row_walk.hpp"

namespace tilebridge {

/// out[i] = Σ value[k], where value[k] = in[i + k] for k < values, and then `sweeps` times, for
/// k = 0, …, values - 1 in turn, value[k] = (value[k] + value[(k + 1) mod values]) / 2
struct Averaging {
  static constexpr int values = 64;  // a thread needs all of them at the same time

  const float* in;  // n + values - 1 elements
  float* out;       // n elements
  std::size_t n;
  int sweeps;
};

/// Thread i's walk, and then what Averaging computes: a kernel that mostly waits for memory, and
/// needs many registers for a short time.
struct WalkThenAverage {
  RowWalk walk;
  Averaging averaging;
  std::uint32_t* last;  // averaging.n elements: the row that the thread reaches
};

}  // namespace tilebridge
