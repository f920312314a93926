// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// An inclusive scan: out[i] = Σ in[j] over the elements j ≤ i of a segment, which is a warp's or a
/// block's share, or the whole array.
template <class T>
struct Scan {
  const T* in;  // n elements
  T* out;       // n elements
  std::size_t n;
};

/// How n elements are divided among thread blocks.
struct ScanBlocks {
  static constexpr int lanes = 32;       // per warp, and elements of a warp's segment
  static constexpr int threads = 256;    // per block
  static constexpr int elements = 1024;  // of a block's segment
  static constexpr int per_thread = elements / threads;

  static constexpr std::size_t count(std::size_t n) {
    return n / elements + (n % elements > 0 ? 1 : 0);
  }

  /// A scan of the whole array scans the blocks, then their sums, which are divided in the same
  /// way. Calls take(sums) with the number of sums at each level; one block has none.
  template <class Take>
  static constexpr void for_each_level(std::size_t n, const Take& take) {
    for (std::size_t sums = count(n); sums > 1; sums = count(sums)) take(sums);
  }

  /// Blelloch's scan adds the left element of each pair to the right one, `distance` further: with
  /// `ends` = 1 on the way up, where the left one ends every other segment of that length, and with
  /// `ends` = 2 on the way down, where it ends a segment twice as long.
  static constexpr auto pairs(auto distance, auto ends) {
    return elements / (2 * distance) + 1 - ends;
  }
  static constexpr auto left(auto pair, auto distance, auto ends) {
    return (2 * pair + ends) * distance - 1;
  }
  /// Left elements are a power of two apart. A spare element of shared memory after each 128 bytes
  /// puts them in different banks: element i is at place<T>(i).
  template <class T>
  static constexpr unsigned place(unsigned i) {
    constexpr unsigned spare_after = 128 / sizeof(T);
    return i + i / spare_after;
  }
  template <class T>
  static constexpr int spread_elements = place<T>(elements);
};

/// How `look_back` and `sums_ahead` divide n elements.
struct LookBack {
  static constexpr int threads = 512;  // per block
  static constexpr int vectors = 8;    // of 16 bytes, per thread

  /// Elements per block.
  template <class T>
  static constexpr int tile = 16 / static_cast<int>(sizeof(T)) * (threads * vectors);
};

}  // namespace tilebridge
