// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace tilebridge {

/// *result = Σ in[i] for i < n, or for the variants of a maximum the largest in[i], the lowest T
/// where there is none
template <class T>
struct Reduce {
  const T* in;  // n elements
  T* result;    // one element
  std::size_t n;
};

/// How n elements are divided among thread blocks: each has a contiguous share, of whole pieces
/// with one element per thread, and at most 1024 sums remain for a second pass.
struct ReduceShares {
  static constexpr std::size_t block_size = 256;  // threads
  static constexpr std::size_t most_blocks = 1024;

  std::size_t share;   // elements per block; the last one may have fewer
  std::size_t blocks;  // at least one, so that the empty sum is written too

  constexpr explicit ReduceShares(std::size_t n)
      : share(std::max(quotient_up(n, block_size * most_blocks), std::size_t{1}) * block_size),
        blocks(std::max(quotient_up(n, share), std::size_t{1})) {}

 private:
  static constexpr std::size_t quotient_up(std::size_t n, std::size_t divisor) {
    return n / divisor + (n % divisor > 0 ? 1 : 0);
  }
};

}  // namespace tilebridge
