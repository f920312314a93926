// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

// [shown]
/// counts[b] = how many of in[0..n) are b
struct Histogram {
  static constexpr int bins = 256;
  /// Bytes that `global_atomic` and `block_private` load at a time, and threads of their blocks.
  static constexpr int word_size = 4;
  static constexpr int block_size = 256;
  static_assert(block_size == bins, "a thread clears and adds up one bin");

  /// `lane_private` uses this: the 256 bins of each lane are interleaved, so that each lane has its
  /// own bank.
  static constexpr int lanes = 32;
  static constexpr int threads = 512;                 // per block
  static constexpr int blocks_wanted = 2;             // per SM: all that fit
  static constexpr int loads = 4;                     // 16-byte loads in flight per thread
  static constexpr int piece = threads * loads * 16;  // bytes

  const unsigned char* in;  // n elements
  std::uint32_t* counts;    // bins elements; implementations set them to zero themselves
  std::size_t n;
};

}  // namespace tilebridge
