// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// out[b·256 + t] = Σ in[f(t) + r mod 32 + 32·k] over r < repeats, k < 16 (mod 2³² or 2⁶⁴), where
/// f(t) is first(t, stride) of StridedWords, PermutedWords or ThreeWayWords.
///
/// The offset from r and k is the same for all lanes, so every load has the conflicts of f alone:
/// gcd(stride, 32) lanes per bank with a stride, 3 in three_way, 1 in permuted. A stride of 33 or
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

struct StridedWords {
  static constexpr auto first(auto t, auto stride) { return t * stride % StridedLoads::span; }
};

/// Every warp has 32 words, of which lane 0 takes the first. Neighbouring lanes are 3, 7, 11, …
/// words apart (modulo 32), and no two load from one bank.
struct PermutedWords {
  static constexpr auto first(auto t, auto) {
    const auto lane = t % 32;
    return t - lane + lane * (2 * lane + 1) % 32;
  }
};

/// Every warp has 96 words, of which lanes 3·b, 3·b + 1 and 3·b + 2 load from bank b, 32 words
/// apart.
struct ThreeWayWords {
  static constexpr auto first(auto t, auto) {
    const auto lane = t % 32;
    return t / 32 * 96 + lane / 3 + lane % 3 * 32;
  }
};

/// In every repeat r, thread (y, x) of a 32 × 32 block stores v(y, x) + r to word at(y, x) of
/// shared memory and takes v(y, x) from where thread (y + 1 mod 32, x) stored it. Starting from
/// in[y][x], this gives out[b][y][x] = in[(y + repeats) mod 32][x] + repeats·(repeats - 1) / 2 (mod
/// 2³²).
///
/// If all threads of a row store to one word, it is any of that row's in[y][…], the same for all
/// x: the other values are lost in the first repeat.
struct TileExchange {
  const std::uint32_t* in;  // 32 × 32, row-major, the same for every block
  std::uint32_t* out;       // 32 × 32 per block
  int blocks;
  int repeats;

  static constexpr int tile = 32;

  struct Rows {
    static constexpr int words = tile * tile;
    static constexpr auto at(auto y, auto x) { return y * tile + x; }
  };
  struct Columns {
    static constexpr int words = tile * tile;
    static constexpr auto at(auto y, auto x) { return x * tile + y; }
  };
  struct PaddedColumns {
    static constexpr int words = tile * (tile + 1);
    static constexpr auto at(auto y, auto x) { return x * (tile + 1) + y; }
  };
  struct SameWord {
    static constexpr int words = tile;
    static constexpr auto at(auto y, auto) { return y; }
  };
};

}  // namespace tilebridge
