// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// Threads that tally random numbers. A thread begins with v = in[i], i being its index over all
/// blocks. Then, `repeats` times,
///
/// v = v · factor + offset (mod 2³²)
/// word = word + v (mod 2³²), or the larger one of word and v
///
/// where `word` is one of 32, that of v's topmost bits, or the thread's own, as the variant has it:
/// the 32 bins are those of all blocks or of the block. Every word begins as 0.
struct Tally {
  const std::uint32_t* in;  // block_size words per block
  std::uint32_t* out;       // `words` words
  std::size_t words;        // 32, or 32 or block_size for each block
  int blocks;
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int bins = 32;
  static constexpr unsigned shift = 27;  // what leaves the 5 bits of a bin
  static constexpr std::uint32_t factor = 1664525;
  static constexpr std::uint32_t offset = 1013904223;
};

}  // namespace tilebridge
