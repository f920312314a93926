// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

namespace tilebridge {

// [shown]
/// c[i] = a[i] · b[i] for i < batch: row-major matrices of size × size, one after another
template <class T>
struct BatchedGemm {
  static constexpr int block_size = 128;  // of `thread`

  const T* a;  // batch matrices
  const T* b;  // the same
  T* c;        // the same
  int batch;
  int size;  // 4, 8, 16 or 32 rows and columns
};

/// Calls body(size) with `size` as a compile-time constant, so that loops over it unroll.
template <class Body>
void with_matrix_size(int size, const Body& body) {
  if (size == 4) body(std::integral_constant<int, 4>{});
  if (size == 8) body(std::integral_constant<int, 8>{});
  if (size == 16) body(std::integral_constant<int, 16>{});
  if (size == 32) body(std::integral_constant<int, 32>{});
}

/// A block of `packed` has whole matrices, with one element for each thread or several.
template <int size>
struct PackedMatrices {
  static constexpr int threads = 256;
  static constexpr int elements = std::max(size * size, threads);  // of one operand
  static constexpr int matrices = elements / (size * size);
};

/// The tuned variant divides its work so. A thread computes `width` elements, which
/// one load takes, in each of `rows` rows of C; neighbours have neighbouring elements of a row.
template <class T, int size>
struct GemmPieces {
  static constexpr int threads = 128;  // of a block
  static constexpr int blocks = 8;     // an SM should hold
  static constexpr int width = 16 / sizeof(T);
  static constexpr int rows = std::min(size / 4, 4);
  static constexpr int across = size / width;                 // packs of a row
  static constexpr int down = size / rows;                    // rows between two of a thread
  static constexpr int matrices = threads / (across * down);  // of a block
  static constexpr int packs_of_matrix = size * across;
  static constexpr int packs = matrices * packs_of_matrix;  // of one operand in a block
  static_assert(packs == rows * threads);
};

}  // namespace tilebridge
