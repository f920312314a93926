// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

// [shown]
/// out[x][y] = in[y][x]
template <class T>
struct Transpose {
  /// Rows and columns of a tile, which 32 × 8 threads move: each four elements, 8 rows apart.
  static constexpr int tile = 32;
  static constexpr int rows_per_pass = 8;

  const T* in;     // rows × cols, row-major
  T* out;          // cols × rows, row-major
  int rows, cols;  // elements
};

/// How a tile is staged: element (r, c) in column column(r, c) of row r, which has `columns`. Here
/// a column of the tile lies in one bank, so that reading it is serialised.
struct PlainTile {
  static constexpr int columns = 32;
  static constexpr auto column(auto, auto c) { return c; }
};

/// One more column: a column of the tile lies in 32 different banks.
struct PaddedTile {
  static constexpr int columns = 33;
  static constexpr auto column(auto, auto c) { return c; }
};

/// Column c xor r: rows and columns alike use 32 different banks.
struct SwizzledTile {
  static constexpr int columns = 32;
  static constexpr auto column(auto r, auto c) { return c ^ r; }
};

}  // namespace tilebridge
