// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// *result = Σ in[i] over i < n (mod 2³²)
struct ClusterSum {
  const std::uint32_t* in;  // n words
  std::uint32_t* result;    // one word; implementations set it to zero themselves
  std::size_t n;

  static constexpr int block_size = 256;
};

/// counts[b] = how many of in[0..n) are b
struct ClusterHistogram {
  const std::uint32_t* in;  // n words, each below `bins`
  std::uint32_t* counts;    // `bins` words; implementations set them to zero themselves
  std::size_t n;
  int bins;

  static constexpr int block_size = 512;
  static constexpr std::size_t cluster_size = 8;

  /// Blocks in whole clusters, whose threads are half of those that a device holds at once; fewer
  /// blocks where there is not enough to count for all of them.
  std::size_t blocks(std::size_t resident_threads) const {
    const std::size_t clusters = resident_threads / (2 * block_size * cluster_size);
    const std::size_t most = cluster_size * (clusters > 0 ? clusters : 1);
    const std::size_t filled = (n + block_size - 1) / block_size;
    return filled < most ? filled : most;
  }
};

// [shown]
/// Thread t of a block passes its value to thread t of the next block, the last of 8 to the first,
/// `rounds` times. From v = in on (0 beyond n): v[i] = v[j] + in[i] (mod 2³²), for all i at once,
/// where j = sender(i) is the word of the same thread in the block before; and out = v.
struct ClusterExchange {
  const std::uint32_t* in;  // n words
  std::uint32_t* out;       // n words
  std::size_t n;

  static constexpr int block_size = 256;
  static constexpr std::size_t cluster_size = 8;
  static constexpr std::size_t cluster_words = cluster_size * block_size;
  static constexpr int rounds = 16;

  /// Index of the word that word i receives.
  static constexpr std::size_t sender(std::size_t i) {
    const std::size_t in_cluster = i % cluster_words;
    return i - in_cluster + (in_cluster + cluster_words - block_size) % cluster_words;
  }

  /// The words of whole clusters.
  std::size_t padded() const { return (n + cluster_words - 1) / cluster_words * cluster_words; }
};

}  // namespace tilebridge
