// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// out[b·256 + t] = Σ in[f(t) + r mod 32 + 32·k] over r < repeats, k < 16 (mod 2³² or 2⁶⁴), where
/// f(t) is
///
///   strided, broadcast   (t·stride) mod 1024
///   permuted             t with its lane l = t mod 32 replaced by l·(2·l + 1) mod 32
///   three_way            (t div 32)·96 + l div 3 + (l mod 3)·32
///
/// The offset from r and k is the same for all lanes, so every load has the conflicts of f alone:
/// of a stride gcd(stride, 32) lanes per bank, 3 of three_way, 1 of permuted. A stride of 33 or
/// less sends the 32 lanes to different words.
template <class T>
struct SharedLoads {
  const T* in;  // `words` elements, which every block stages
  T* out;       // block_size elements per block
  int blocks;
  int stride;  // elements
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int span = 1024;  // elements that the 32 lanes span at most
  static constexpr int loads = 16;   // per repeat, at offsets known to the compiler
  static constexpr int words = span + 32 * loads;
};

using StridedLoads = SharedLoads<std::uint32_t>;
/// Its elements are twice as wide as a bank.
using WideLoads = SharedLoads<std::uint64_t>;

/// In every repeat r, thread (y, x) of a 32 × 32 block stores v(y, x) + r to the tile and takes
/// v(y, x) from where thread (y + 1 mod 32, x) stored it. Starting from in[y][x], this gives
/// out[b][y][x] = in[(y + repeats) mod 32][x] + repeats·(repeats - 1) / 2 (mod 2³²).
///
/// If all threads of a row store to one word, it is any of that row's in[y][…], the same for all
/// x: the others' are lost in the first repeat.
struct TileExchange {
  const std::uint32_t* in;  // 32 × 32, row-major, the same for every block
  std::uint32_t* out;       // 32 × 32 per block
  int blocks;
  int repeats;

  static constexpr int tile = 32;
};

}  // namespace tilebridge
