// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// at = 0, then `steps` times at = next[at]; *last = at.
///
/// The nodes form one cycle in random order and lie a cache line apart, so a load neither fetches
/// its successor nor lets a prefetcher guess it.
struct PointerChase {
  const std::uint32_t* next;  // nodes · words_per_node; only a node's first word is used
  std::uint32_t* last;        // one element
  std::size_t nodes;          // at least 1
  int steps;

  static constexpr int words_per_node = 32;  // 128 bytes: a line
  /// Not a word of any chain: what is loaded ahead is compared with it, so that the loads are not
  /// optimized away.
  static constexpr std::uint32_t nowhere = 0xffffffff;

  // Nodes loaded ahead of the chain, so that its first round does not count as misses: as many as
  // the largest cache of each kind could hold.
  static constexpr std::size_t ahead_in_l1 = 2048;     // 256 KiB
  static constexpr std::size_t ahead_in_l2 = 1 << 20;  // 128 MiB

  static constexpr std::size_t most_shared = 256;    // nodes of a chain in shared memory: 32 KiB
  static constexpr std::size_t most_constant = 512;  // in constant memory: 64 KiB
  /// In a texture of linear memory: 1 GiB, 2²⁸ words (compute capability 7.0 and later).
  static constexpr std::size_t most_texture = std::size_t{1} << 23;
};

}  // namespace tilebridge
