// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

// [shown]
/// Threads that tally random numbers. A thread begins with v = in[i], i being its index over all
/// blocks. Then, `repeats` times,
///
/// v = next(v)
/// word = word + v (mod 2³²), or the larger one of word and v
///
/// where `word` is bin(v) of the 32 words of all blocks or of the block, or the thread's own, as
/// the variant has it. Every word begins as 0. next() is a linear congruential generator (Press et
/// al., Numerical Recipes, §7.1), and bin(v) the part of 32 equal ones of 0, …, 2³² - 1 that v is
/// in.
struct Tally {
  const std::uint32_t* in;  // block_size words per block
  std::uint32_t* out;       // `words` words
  std::size_t words;        // 32, or 32 or block_size for each block
  int blocks;
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int bins = 32;
  static constexpr std::uint32_t bin(std::uint32_t v) { return v >> 27; }  // the topmost 5 bits
  static constexpr std::uint32_t next(std::uint32_t v) { return v * 1664525 + 1013904223; }
};

}  // namespace tilebridge
