// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// A sum over neighbours in tiles, by Horner's scheme: from 0 on, out[i] = factor · out[i] +
/// in[first + (i - first + k) mod tile] for k < uses, where first is the first element of i's tile.
/// Elements from n on count as 0.
template <class T>
struct TileSums {
  static constexpr T factor = T(0.75);
  static constexpr int tile = 1024;  // elements
  static constexpr int block_size = 256;
  static constexpr int per_thread = tile / block_size;

  const T* in;  // n elements
  T* out;       // n elements
  std::size_t n;
  int uses;       // of every element, by different threads; at most `tile`
  int occupancy;  // in percent of the threads that the device can hold

  /// Block b of `blocks` takes tiles b, b + blocks, ... A host has a block for each of its threads.
  std::size_t blocks(std::size_t resident_threads) const {
    const std::size_t tiles = (n + tile - 1) / tile;
    const std::size_t share = resident_threads * static_cast<std::size_t>(occupancy) / 100;
    const bool is_host = resident_threads < block_size;
    const std::size_t at_once = is_host ? resident_threads : share / block_size;
    const std::size_t wanted = at_once > 1 ? at_once : 1;
    return tiles < wanted ? tiles : wanted;
  }
};

}  // namespace tilebridge
