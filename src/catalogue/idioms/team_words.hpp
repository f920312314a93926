// SPDX-License-Identifier: Apache-2.0
// Blocks of threads that each change a value, step by step: what kernels consist of whose idioms
// have a cost.
#pragma once

#include <cstdint>

namespace tilebridge {

/// How values change, mod 2³²: mixed(v) = (v >> shift) xor (v · factor).
struct Mixing {
  static constexpr std::uint32_t factor = 0x85ebca6b;
  static constexpr int shift = 15;
};

/// Blocks of 256 threads, each with a value v that begins as its word of `in` and ends in `out`.
/// All steps of a variant are of one kind, mod 2³²; v(t) is the value of the block's thread t, and
/// the values on the right are those before the step:
///
/// add_first: v(t) = mixed(v(t)) + v(0)
/// add_partner: v(t) = mixed(v(t)) + v((t + apart) mod 256)
/// pass_round: v(t) = mixed(v((t + apart) mod 256)) + r in step r
///
/// or, with the words that the block's values begin as:
///
/// go_round: v(t) = mixed(v(t)) + in[k + k / 32] in step r, k = (t + r) mod 256
/// walk_tile: v(t) = mixed(v(t)) + in[32 · ((y + r) mod 8) + (x + r) mod 32] in step r, where
/// t = 32 · y + x
/// combine_row: v(t) = v(t) · factor + in[16 · ((y + r) mod 16) + k] for k = 0, …, 15 in turn, in
/// step r, where t = 16 · y + x
struct TeamWords {
  const std::uint32_t* in;  // block_size words per block; of go_round, padded_size
  std::uint32_t* out;       // block_size words per block
  int blocks;
  int repeats;  // steps

  static constexpr int block_size = 256;
  static constexpr int apart = 129;
  static constexpr int rows = 8;
  static constexpr int cols = 32;
  static constexpr int padded_size = block_size + rows;  // a word after every row
  static constexpr int side = 16;                        // of the same words as a square
};

}  // namespace tilebridge
