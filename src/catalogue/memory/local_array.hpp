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
  static constexpr int words_per_block = length * block_size;  // of its threads' rings
  static constexpr int most_blocks = 1024;                     // with rings in global memory

  const std::uint32_t* in;  // n elements
  std::uint32_t* out;       // n elements
  std::size_t n;
  int rounds;
  int lag_at_run_time;  // the same number
};

using LaggedSums = LaggedSumsOf<32>;
/// A ring has more elements than the 255 registers that a thread can have.
using LargeLaggedSums = LaggedSumsOf<512>;

// [shown]
/// Memory has element j of all rings of a block, then element j + 1.
struct SideBySide {
  static constexpr int place(auto thread, int j) { return j * LaggedSums::block_size + thread; }
};

/// The rings of the threads lie one after the other.
struct OneAfterAnother {
  static constexpr int place(auto thread, int j) { return thread * LaggedSums::length + j; }
};

}  // namespace tilebridge
