// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// y = A · x for a square sparse matrix A in compressed sparse rows (CSR).
template <class T>
struct CsrProduct {
  static constexpr int block_size = 256;  // threads, whatever the lanes per row

  const int* offsets;  // rows + 1: row r consists of the entries offsets[r] … offsets[r + 1] - 1
  const int* columns;  // entries, ascending within a row
  const T* values;     // entries
  const T* x;          // rows
  T* y;                // rows
  int rows, entries;
};

/// y = A · x with A in slices of 32 rows (sliced ELLPACK), each stored column by column and padded
/// with zeros to its longest row: entry k of a slice's row l is element slices[slice] + 32 · k + l.
template <class T>
struct EllProduct {
  static constexpr int slice_rows = 32;

  const std::int64_t* slices;  // where each slice begins, and where the last one ends
  const int* columns;          // elements; 0 where there is no entry
  const T* values;             // elements
  const T* x;                  // rows
  T* y;                        // rows
  int rows;
  std::int64_t elements;
};

/// `even_shares` gives each block an even share of the list of all rows, each followed by its
/// entries: a part of a merge path (Merrill and Garland, "Merge-Based Parallel Sparse
/// Matrix-Vector Multiplication", SC 2016). Shares depend on the offsets alone.
struct SpmvShares {
  static constexpr int threads = 256;
  static constexpr int each = 8;  // entries that a thread multiplies
  static constexpr int products = threads * each;
  /// Blocks per SM, for which a thread's registers leave room.
  template <class T>
  static constexpr int blocks_wanted = sizeof(T) == sizeof(float) ? 8 : 6;
  static constexpr int widest_pack = 4;  // entries that are loaded at once
  /// Rows and entries. If the first entry is the last of a pack, the block multiplies the others of
  /// this pack, too.
  static constexpr int share = products - (widest_pack - 1);

  /// The first row in a share, and its first entry, which may be of the row before:
  /// offsets[row - 1] <= entry <= offsets[row].
  struct Begin {
    int row, entry;
  };

  static constexpr int blocks(int rows, int entries) {
    return static_cast<int>((std::int64_t{rows} + entries + share - 1) / share);
  }

  /// Returns where the share of a block begins. The share of block blocks() begins at the list's
  /// end.
  static constexpr Begin begin(const int* offsets, int rows, int entries, int block) {
    const std::int64_t all = std::int64_t{rows} + entries;
    const std::int64_t before = std::int64_t{block} * share;  // rows and entries
    const std::int64_t items = before < all ? before : all;
    int row = 0;
    for (int end = rows; row < end;) {
      const int middle = row + (end - row) / 2;
      if (std::int64_t{middle} + offsets[middle] < items)
        row = middle + 1;
      else
        end = middle;
    }
    return {row, static_cast<int>(items - row)};
  }

  /// Products that a block has in shared memory.
  struct Range {
    int begin, end;

    constexpr int count() const { return end - begin; }
  };

  /// The first of a block's products is the one of entry `first_product`.
  struct Share {
    Begin begin, end;
    int first_product;

    /// The row before the share's first one may have entries in it.
    constexpr int first_row() const { return begin.row > 0 ? begin.row - 1 : 0; }

    /// None of a row beyond the share.
    constexpr Range products_of(const int* offsets, int row) const {
      if (row >= end.row) return {0, 0};
      const int first = offsets[row], last = offsets[row + 1];
      return {(first > begin.entry ? first : begin.entry) - first_product,
              (last < end.entry ? last : end.entry) - first_product};
    }
  };

  /// The logarithm of the lanes that sum a row: at most 32, and no more than there are threads for.
  static constexpr int log_of_lanes(int rows) {
    int log = 0;
    while (log < 5 && rows << (log + 1) <= threads) ++log;
    return log;
  }

  /// A block's part of the product of a row that began before its share.
  template <class T>
  struct Carry {
    T sum;
    int row;
  };
};

}  // namespace tilebridge
