// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

  /// Fits a device that holds that many threads at once: whole clusters, with half as many threads;
  /// fewer blocks where there is not enough to count for all of them.
  std::size_t blocks(std::size_t resident_threads) const {
    const std::size_t clusters = resident_threads / (2 * block_size * cluster_size);
    return std::min((n + block_size - 1) / block_size,
                    cluster_size * std::max(clusters, std::size_t{1}));
  }
};

/// Thread t of a block passes its value to thread t of the next block, the last of 8 to the first,
/// `rounds` times. From v = in on (0 beyond n): v[i] = v[j] + in[i] (mod 2³²), for all i at once,
/// where j is the word of the same thread in the block before; and out = v.
struct ClusterExchange {
  const std::uint32_t* in;  // n words
  std::uint32_t* out;       // n words
  std::size_t n;

  static constexpr int block_size = 256;
  static constexpr std::size_t cluster_size = 8;
  static constexpr std::size_t cluster_words = cluster_size * block_size;
  static constexpr int rounds = 16;

  /// The words of whole clusters.
  std::size_t padded() const { return (n + cluster_words - 1) / cluster_words * cluster_words; }
};

}  // namespace tilebridge
