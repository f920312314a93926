// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tilebridge {

/// An inclusive scan: out[i] = Σ in[j] over the elements j ≤ i of a segment, which is a warp's or a
/// block's share, or all.
template <class T>
struct Scan {
  const T* in;  // n elements
  T* out;       // the same
  std::size_t n;
};

/// How n elements are divided among thread blocks.
struct ScanBlocks {
  static constexpr int lanes = 32;       // of a warp, and elements of its segment
  static constexpr int threads = 256;    // per block
  static constexpr int elements = 1024;  // of a block's segment
  static constexpr int per_thread = elements / threads;

  static constexpr std::size_t count(std::size_t n) {
    return n / elements + (n % elements > 0 ? 1 : 0);
  }

  /// A scan of all scans the blocks, then their sums, which are divided in the same way. Returns
  /// the number of sums at each of these levels; there are none where one block takes all.
  static std::vector<std::size_t> sums(std::size_t n) {
    std::vector<std::size_t> counts;
    for (std::size_t left = count(n); left > 1; left = count(left)) counts.push_back(left);
    return counts;
  }

  /// If neighbouring threads access elements that are a power of two apart, a spare element of
  /// shared memory after each 128 bytes puts them in different banks.
  template <class T>
  static constexpr unsigned spare_after = 128 / sizeof(T);
  template <class T>
  static constexpr int spread_elements = elements + elements / static_cast<int>(spare_after<T>);
};

/// `look_back` scans so.
struct LookBack {
  static constexpr int threads = 256;  // per block
  static constexpr int vectors = 8;    // of 16 bytes, per thread

  /// Elements that a block takes.
  template <class T>
  static constexpr int tile = 16 / static_cast<int>(sizeof(T)) * (threads * vectors);
};

}  // namespace tilebridge
