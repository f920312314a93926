// SPDX-License-Identifier: Apache-2.0
// Blocks of threads that each change a value, step by step: kernels that differ in one idiom.
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// Changes words: mixed(v) = ⌊v / 2¹⁵⌋ xor (v · mixing_factor), mod 2³².
constexpr std::uint32_t mixing_factor = 0x85ebca6b;
constexpr std::uint32_t mixed(std::uint32_t v) { return (v >> 15) ^ (v * mixing_factor); }

/// Numbers are multiplied by a factor below ½: with what is added they stay below 2.
template <class T>
constexpr T damping = T(0.4375);

struct TeamShape {
  static constexpr int block_size = 256;
  static constexpr int rows = 8;
  static constexpr int cols = 32;
  static constexpr int padded_size = block_size + rows;  // a word after every row
  static constexpr int side = 16;                        // of the same values as a square

  /// Thread t reads the value of thread partner(t), which is 129 further (mod 256).
  static constexpr auto partner(auto t) { return (t + 129) % block_size; }
};

/// Blocks of 256 threads, each with a value v that begins as its element of `in` and ends in `out`.
/// All steps of a variant are of one kind; v(t) is the value of the block's thread t, and the
/// values on the right are those before the step. Of words:
///
/// add_first: v(t) = mixed(v(t)) + v(0)
/// pass_round: v(t) = mixed(v(partner(t))) + r in step r
/// go_round: v(t) = mixed(v(t)) + in[k + k / 32] in step r, k = (t + r) mod 256
///
/// The variants of numbers:
///
/// pass_on: v(t) = damping - v(partner(t))
/// add_partner: v(t) = v(t) · damping + v(partner(t)) · (1 - damping)
/// walk_tile: v(t) = v(t) · damping + in[32 · ((y + r) mod 8) + (x + r) mod 32] in step r, where
/// t = 32 · y + x
/// combine_row: v(t) = v(t) · damping + in[16 · ((y + r) mod 16) + k] for k = 0, …, 15 in turn, in
/// step r, where t = 16 · y + x
///
/// The block's values begin as `in`.
template <class T>
struct TeamValues {
  const T* in;  // block_size elements per block; of go_round, padded_size
  T* out;       // block_size elements per block
  int blocks;
  int repeats;  // steps
};

using TeamWords = TeamValues<std::uint32_t>;

}  // namespace tilebridge
