// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// A thread has its own words w[0..depth). Starting from v = w[0], for r < repeats (mod 2³²):
///
/// w[v mod depth] = v + r, then the barrier or fence, then v = w[v / depth mod depth]
///
/// and finally w[0] = v. Which word is accessed is known only at run time, so no compiler keeps it
/// in a register, with or without a fence.
///
/// neighbour: with k = r mod depth, w[k] = v + r, then the barrier, then v = w[k] of the block's
/// next thread; after the last comes the first
///
/// own_word…: w[0] = (w[0] xor r) · factor instead. A compiler that may keep it in a register does.
struct FencedSteps {
  const std::uint32_t* in;  // w before: word k of a block's thread t at (block·depth + k)·256 + t
  std::uint32_t* out;       // w after
  int blocks;
  int repeats;
  bool in_global_memory;  // w lies in `out`, else in shared memory

  static constexpr int block_size = 256;
  static constexpr int depth = 4;
  static constexpr int words = depth * block_size;  // per block
  static constexpr std::uint32_t factor = 0x9e3779b1;
};

}  // namespace tilebridge
