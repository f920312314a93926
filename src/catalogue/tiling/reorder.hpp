// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// out[m·n + i] = in[i·6 + m] for i < n, m < 6
struct Reorder {
  static constexpr int members = 6;
  static constexpr int block_size = 256;    // threads, and structures
  static constexpr int row = 16 * members;  // words between two pads
  static constexpr int rows = block_size / 16;

  const float* in;  // n structures of 6 floats
  float* out;       // 6 arrays of n floats
  std::size_t n;

  /// Returns where word e of a block's structures is staged. Without padding, the lanes of a warp
  /// read words 6·t + m: threads t and t + 16 are 96 words, hence 0 banks, apart, two to every even
  /// (or odd) bank. One extra word after every 96 moves the upper half-warp to the odd (even)
  /// banks. The 32 words that a warp stores are adjacent, and 96 is a multiple of 32, so no pad
  /// splits them; nor does a pad split a structure, because 96 is a multiple of 6.
  static constexpr auto padded(auto e) { return e + e / row; }
};

}  // namespace tilebridge
