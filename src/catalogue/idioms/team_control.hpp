// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "catalogue/idioms/team_words.hpp"

namespace tilebridge {

/// Block b takes the tiles b, b + blocks, b + 2 · blocks, …, `repeats` of them, of a matrix that is
/// `across` tiles wide. Element (y, x) of the tile in row i and column j adds to what thread
/// 32 · y + x holds: v = mixed(v) + (rows[8 · i + y] xor columns[32 · j + x]), mod 2³², from v = 0.
struct TileWalk {
  const std::uint32_t* rows;     // tile_rows words per row of tiles
  const std::uint32_t* columns;  // tile_cols words per column of tiles
  std::uint32_t* out;            // block_size words per block
  int blocks;
  int repeats;
  int across;

  static constexpr int tile_rows = 8;
  static constexpr int tile_cols = 32;
  static constexpr int block_size = tile_rows * tile_cols;
};

/// A filter along the columns of a matrix: for every column x < n and every row y < strip ·
/// repeats, out(y, x) = Σ taps[k] · in(y + k, x), k < width, mod 2³². The kernel leaves the
/// columns from n on alone.
struct ColumnFilter {
  static constexpr int width = 25;
  static constexpr int strip = 8;  // rows that a thread computes at once
  static constexpr int block_size = 256;

  const std::uint32_t* in;  // strip · repeats + width - 1 rows of `pitch` elements
  std::uint32_t* out;       // strip · repeats rows
  int pitch;                // blocks · block_size
  int n;
  int repeats;
  struct Taps {
    std::uint32_t k[width];
  } taps;
};

/// Computes for every element (y, x) of an image the sum, mod 2³², of the elements
/// (y + down · r, x + right · r), r < repeats, that are inside the image.
struct LineSums {
  static constexpr int block_size = 256;

  const std::uint32_t* in;  // rows × cols, row-major
  std::uint32_t* out;       // rows × cols
  int rows;                 // one per block
  int cols;                 // block_size
  int repeats;
  int down, right;
};

}  // namespace tilebridge
