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

/// The tuned variant's tile where rows begin anywhere in a sector of 32 bytes. What it writes of a
/// row of the output is moved back until it begins with a sector, so that sectors are written
/// whole. For that it stages as many rows of the input above it as a sector has elements, but one.
template <class T>
struct ShiftedTile {
  static constexpr int side = 64;
  static constexpr int sector = 32 / sizeof(T);  // elements
  static constexpr int above = sector - 1;       // rows
  static constexpr int rows = above + side;
  /// A spare word per row: a column of the tile lies in different banks.
  static constexpr int columns = side + (sizeof(T) < 4 ? 4 / sizeof(T) : 1);

  /// Elements by which a row is moved back whose first element is number `begin` of the output.
  static constexpr int shift(unsigned begin) { return static_cast<int>(begin % sector); }
  /// Tiles along a row of `length` elements, of which the last one may have been moved back.
  static constexpr int along(int length) { return (length + above + side - 1) / side; }
};

}  // namespace tilebridge
