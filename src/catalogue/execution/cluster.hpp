// SPDX-License-Identifier: Apache-2.0
// What does shared memory that the blocks of a cluster share save? D4, __launch_bounds__.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "catalogue/experiment.hpp"

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

  /// For a device that holds that many threads at once: whole clusters, with half as many threads;
  /// fewer blocks where there is not enough to count for all of them.
  std::size_t blocks(std::size_t resident_threads) const {
    const std::size_t clusters = resident_threads / (2 * block_size * cluster_size);
    return std::min((n + block_size - 1) / block_size,
                    cluster_size * std::max(clusters, std::size_t{1}));
  }
};

Experiment cluster();

}  // namespace tilebridge
