// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/row_walk.hpp"

namespace tilebridge {

// [shown]
/// out[i] = factor · in[i], the elements taken as a vector, as a matrix of nz · ny rows or as a
/// volume.
template <class T>
struct ScaledGrid {
  static constexpr T factor = T(1.5);
  static constexpr int block_size = 256;  // of flat loops

  const T* in;     // nz × ny × nx, x fastest
  T* out;          // nz × ny × nx
  int nx, ny, nz;  // fewer than 2³¹ elements

  constexpr int elements() const { return nz * ny * nx; }
  constexpr int rows() const { return nz * ny; }
  constexpr std::size_t at(int y, int x) const { return std::size_t(y) * nx + x; }
};

/// result = Σ in (mod 2³²), over the elements of a matrix: exact in any order.
struct GridSum {
  const std::uint32_t* in;  // rows × nx, x fastest
  std::uint32_t* result;    // 1 element; 0 is the sum of no elements
  int nx, rows;             // fewer than 2³¹ elements

  constexpr int elements() const { return rows * nx; }
};

/// A thread walks, and then needs many registers for a short time. It begins with value[k] =
/// in[i + k] + the row that it reaches, for k < values, and computes `rounds` times, for k = 0, …,
/// values - 1 in turn (mod 2³²)
///
/// value[k] = factor · value[k] + value[(k + 1) mod values]
///
/// and out[i] = Σ value[k]. The row is an index and a term, and sums of words that wrap are exact.
struct WalkThenMix {
  static constexpr std::uint32_t factor = 0x9e3779b1;
  static constexpr int block_size = 256;
  static constexpr int blocks_wanted = 4;  // on a multiprocessor
  static constexpr int values = 80;        // that a thread needs at the same time

  RowWalk walk;
  const std::uint32_t* in;  // n + values - 1 elements
  std::uint32_t* out;       // n elements
  int n;
  int rounds;
};

}  // namespace tilebridge
