// SPDX-License-Identifier: Apache-2.0
// What does it cost to index a thread's private array at run time? D4, registers and local memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// One lagged Fibonacci generator per thread, in 32-bit integers that wrap around: ring[j] =
/// in[i]·(2j + 1), then `rounds` times, for j = 0, …, length - 1 in turn, ring[j] += ring[(j - lag)
/// mod length]; out[i] = Σ ring[j]
struct LaggedSums {
  static constexpr int length = 32;  // elements of the ring; a power of two
  static constexpr int lag = 7;      // as known to the compiler

  const std::uint32_t* in;  // n elements
  std::uint32_t* out;       // n elements
  std::size_t n;
  int rounds;
  int lag_at_run_time;  // the same number
};

Experiment local_array();

}  // namespace tilebridge
