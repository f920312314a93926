// SPDX-License-Identifier: Apache-2.0
// What does it cost when threads of a warp access the same bank of shared memory?
// D3 §5; D4, memory banks; D5 §1.3.
#pragma once

#include <cstdint>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[b·256 + t] = Σ in[(t·stride) mod 1024 + r mod 32 + 32·k] over r < repeats, k < 16 (mod 2³²)
///
/// The offset from r and k is the same for all lanes, so every load has the conflicts of the stride
/// alone: gcd(stride, 32) lanes per bank. A stride of 33 or less sends the 32 lanes to different
/// words.
struct StridedLoads {
  const std::uint32_t* in;  // `words` words, which every block stages
  std::uint32_t* out;       // block_size words per block
  int blocks;
  int stride;  // words
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int span = 1024;  // words that the 32 lanes span at most
  static constexpr int loads = 16;   // per repeat, at offsets known to the compiler
  static constexpr int words = span + 32 * loads;
};

/// In every repeat r, thread (y, x) of a 32 × 32 block stores v(y, x) + r to the tile and takes
/// v(y, x) from where thread (y + 1 mod 32, x) stored it. Starting from in[y][x], this gives
/// out[b][y][x] = in[(y + repeats) mod 32][x] + repeats·(repeats - 1) / 2 (mod 2³²).
struct TileExchange {
  const std::uint32_t* in;  // 32 × 32, row-major, the same for every block
  std::uint32_t* out;       // 32 × 32 per block
  int blocks;
  int repeats;

  static constexpr int tile = 32;
};

Experiment bank_conflict();

}  // namespace tilebridge
