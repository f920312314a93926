// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// A block reverses tiles of 256 words in shared memory, one after another: word i of a tile of
/// `out` is word 255 - i of that tile of `in`. Where a barrier is missing, it may be any word of
/// the block's tiles, or 0.
///
/// Before the access that the barrier is for, threads 128 … 255 do `late` dependent multiply-adds,
/// so that the others arrive first.
struct Reversal {
  const std::uint32_t* in;  // blocks × tiles × 256 words, each below 2³⁰
  std::uint32_t* out;       // the same, reversed
  int blocks;
  int tiles;  // of each block
  int late;   // multiply-adds

  static constexpr int block_size = 256;
  static constexpr int first_late = block_size / 2;
};

}  // namespace tilebridge
