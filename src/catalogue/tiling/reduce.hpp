// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// *result = Σ in[i] for i < n; the variants of a maximum give the largest in[i] instead, or the
/// lowest T if n = 0.
template <class T>
struct Reduce {
  const T* in;  // n elements
  T* result;    // one element
  std::size_t n;
};

/// Reduces two values; an empty range gives `none`.
template <class T>
struct Addition {
  static constexpr T none = 0;
  static constexpr T of(T a, T b) { return a + b; }
};

/// Takes the larger of two values, in a tree with the same steps.
template <class T>
struct Maximum {
  static constexpr T none =
      -T(sizeof(T) == sizeof(float) ? 0x1.fffffep+127 : 0x1.fffffffffffffp+1023);  // the lowest T
  static constexpr T of(T a, T b) { return a < b ? b : a; }
};

/// How n elements are divided among thread blocks: each has a contiguous share, of whole pieces
/// with one element per thread, and at most 1024 sums remain for a second pass.
struct ReduceShares {
  static constexpr std::size_t block_size = 256;  // threads
  static constexpr std::size_t most_blocks = 1024;

  std::size_t share;   // elements per block; the last one may have fewer
  std::size_t blocks;  // at least one, so that the empty sum is written too

  constexpr explicit ReduceShares(std::size_t n)
      : share(pieces(n, block_size * most_blocks) * block_size), blocks(pieces(n, share)) {}

 private:
  static constexpr std::size_t pieces(std::size_t n, std::size_t size) {
    return n > 0 ? (n - 1) / size + 1 : 1;
  }
};

}  // namespace tilebridge
