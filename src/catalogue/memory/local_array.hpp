// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// One lagged Fibonacci generator per thread, in 32-bit integers that wrap around: ring[j] =
/// in[i]·(2j + 1), then `rounds` times, for j = 0, …, length - 1 in turn, ring[j] += ring[(j - lag)
/// mod length]; out[i] = Σ ring[j]
template <int elements>
struct LaggedSumsOf {
  static constexpr int length = elements;  // of the ring; a power of two
  static constexpr int lag = 7;            // as known to the compiler
  static constexpr int block_size = 256;

  const std::uint32_t* in;  // n elements
  std::uint32_t* out;       // n elements
  std::size_t n;
  int rounds;
  int lag_at_run_time;  // the same number
};

using LaggedSums = LaggedSumsOf<32>;
/// More than the 255 registers that a thread can have.
using LargeLaggedSums = LaggedSumsOf<512>;

}  // namespace tilebridge
