// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace tilebridge {

/// y = A · x for a square sparse matrix A in compressed sparse rows (CSR).
template <class T>
struct CsrProduct {
  const int* offsets;  // rows + 1: row r consists of the entries offsets[r] … offsets[r + 1] - 1
  const int* columns;  // entries, ascending within a row
  const T* values;     // entries
  const T* x;          // rows
  T* y;                // rows
  int rows, entries;
};

/// Computes the same with A in slices of 32 rows (sliced ELLPACK), each stored column by column and
/// padded with zeros to its longest row: entry k of a slice's row l is element slices[slice] + 32 ·
/// k + l.
template <class T>
struct EllProduct {
  static constexpr int slice_rows = 32;

  const std::int64_t* slices;  // where each slice begins, and where the last one ends
  const int* columns;          // elements; 0 where there is no entry
  const T* values;             // the same
  const T* x;                  // rows
  T* y;                        // rows
  int rows;
  std::int64_t elements;
};

/// How `even_shares` divides the entries: each block multiplies as many, whatever rows they are of.
struct SpmvShares {
  static constexpr int block_size = 256;  // threads
  static constexpr int each = 8;          // entries per thread
  static constexpr int share = block_size * each;

  int blocks;  // at least one, as rows without entries have a product too

  constexpr explicit SpmvShares(int entries)
      : blocks(std::max(entries / share + (entries % share > 0 ? 1 : 0), 1)) {}
};

}  // namespace tilebridge
