// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tilebridge {

// [shown]
/// c[y][x] = Σ a[y][i] · b[i][x] for i < k
template <class T>
struct Matmul {
  const T* a;   // m × k, row-major
  const T* b;   // k × n, row-major
  T* c;         // m × n, row-major
  int m, n, k;  // elements
};

/// Index of an element of a row-major matrix.
constexpr std::size_t at(int row, int column, int columns) {
  return static_cast<std::size_t>(row) * columns + column;
}

/// How a variant that keeps C in registers divides its work. A block computes a rows × columns tile
/// of C, from `depth` columns of A and rows of B at a time. A warp, arranged as 8 × 4 lanes,
/// computes a part of the tile; a lane has thread_rows × thread_columns elements of it, in squares
/// of vector × vector.
template <class T, int rows_, int columns_, int depth_, int thread_rows_, int thread_columns_,
          int blocks_>
struct RegisterTile {
  static constexpr int rows = rows_, columns = columns_, depth = depth_;
  static constexpr int thread_rows = thread_rows_, thread_columns = thread_columns_;
  static constexpr int blocks = blocks_;  // that an SM should hold

  static constexpr int vector = 16 / sizeof(T);  // elements read at once
  static constexpr int lanes_down = 8, lanes_across = 4, lanes = lanes_down * lanes_across;
  static constexpr int warp_rows = lanes_down * thread_rows;
  static constexpr int warp_columns = lanes_across * thread_columns;
  static constexpr int warps_down = rows / warp_rows;
  static constexpr int threads = lanes * warps_down * (columns / warp_columns);

  /// Place of a lane in its warp. Neighbouring lanes form pairs, 8 pairs down and then 2 across.
  /// According to measurements, this serves 16-byte reads faster than 8 lanes down and 4 across.
  static constexpr auto lane_row(auto lane) { return lane / 2 % lanes_down; }
  static constexpr auto lane_column(auto lane) { return lane / (2 * lanes_down) * 2 + lane % 2; }

  /// The distance in elements from one column of A to the next in shared memory, where A's tile
  /// lies transposed. With floats, a warp loads 8 columns of 4 rows, or 2 × 4 columns of 16, and
  /// stores them to 32 banks; with doubles, half a warp loads 4 columns of 4 rows, or 2 × 2 of 8.
  static constexpr int pitch = rows + 4;
  /// A warp loads this many columns of A at a time: a sector from each row.
  static constexpr int slab = 32 / sizeof(T);
};

/// How a product is divided where its tiles of C alone are fewer than the blocks that a GPU holds:
/// every tile has several blocks, of which each multiplies a part of A's columns with as many rows
/// of B. Their results are added at the end.
struct Parts {
  int count;
  int length;  // products of each sum; of the last part, the rest

  static constexpr int least = 256, step = 64;

  template <class Tile>
  static Parts of(std::int64_t m, std::int64_t n, int k, int multiprocessors) {
    const std::int64_t tiles = covering(m, Tile::rows) * covering(n, Tile::columns);
    const std::int64_t wanted = tiles == 0 ? 1 : multiprocessors * Tile::blocks / tiles;
    const std::int64_t parts = std::clamp<std::int64_t>(wanted, 1, std::max(k / least, 1));
    const auto length = static_cast<int>(covering(covering(k, parts), step) * step);
    return {std::max(static_cast<int>(covering(k, std::max(length, 1))), 1), length};
  }

  static constexpr std::int64_t covering(std::int64_t n, std::int64_t divisor) {
    return (n + divisor - 1) / divisor;
  }
};

/// The products that a block adds up: `count` columns of A from `first` on.
struct Products {
  int first, count;

  constexpr Products(int k, int part, int length)
      : first(part * length), count(k - first < length ? k - first : length) {}
};

/// Stages of both types have the same size in bytes. Sums in double precision take twice the
/// registers, which leaves room for fewer blocks.
template <class T>
using RegisterTile64 =
    RegisterTile<T, 64, 64, 64 / sizeof(T), 8, 4, sizeof(T) == sizeof(double) ? 3 : 4>;
template <class T>
using RegisterTile128 =
    RegisterTile<T, 128, 128, 32 / sizeof(T), 8, 8, sizeof(T) == sizeof(double) ? 1 : 2>;

}  // namespace tilebridge
