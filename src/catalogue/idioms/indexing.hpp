// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "catalogue/coalescing/element_size.hpp"

namespace tilebridge {

/// A thread for each of rows × cols elements, in blocks of 32 × 8. Words w[0], w[1], … are combined
/// as v = v · factor + w[k] (mod 2³²), from v = 0 on:
///
/// row_by_row: out[y][x] = in[y][x], …, in[y + column - 1][x] combined; in has column - 1 more rows
/// random_access: out[i][x] = in[i][x] · factor, column · rows rows, of which a thread has `column`
/// the others: out[y][x] = the 3 × 3 words around in[y][x] combined, row by row; a word beyond an
/// edge is replaced by the nearest one on it
struct IndexedGrid {
  const std::uint32_t* in;
  std::uint32_t* out;
  int rows, cols;

  static constexpr int block_cols = 32;
  static constexpr int block_rows = 8;
  static constexpr std::uint32_t factor = 0x85ebca6b;
  static constexpr int column = 8;
};

/// Each thread computes a sum of 5 × 5 words: out[y][x] = Σ weights[j][i] ·
/// in[y + j - reach][x + i - reach], j, i < width, mod 2³². A word beyond an edge is 0.
struct WeightedGrid {
  static constexpr int reach = 2;
  static constexpr int width = 2 * reach + 1;

  const std::uint32_t* in;
  const std::uint32_t* weights;  // width × width
  std::uint32_t* out;
  int rows, cols;
};

/// Sums of members of rows × cols structures: x + y, y + z, z + w and w + x, each in a plane of
/// rows × cols words.
struct StructureGrid {
  const FourWords* in;
  std::uint32_t* out;  // four planes
  int rows, cols;

  static constexpr int planes = 4;
};

}  // namespace tilebridge
