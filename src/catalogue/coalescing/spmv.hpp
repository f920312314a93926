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

/// `even_shares` gives each block a share of 2048 entries, whatever rows they are of.
struct SpmvShares {
  static constexpr int threads = 256;
  static constexpr int each = 8;  // entries per thread
  static constexpr int share = threads * each;

  /// At least one block, since rows without entries have a product too.
  static constexpr int blocks(int entries) { return entries > 0 ? (entries - 1) / share + 1 : 1; }

  /// A block's part of the product of a row that began before its share.
  template <class T>
  struct Carry {
    T sum;
    int row;
  };
};

}  // namespace tilebridge
