// What does shared memory that the blocks of a cluster share save? D4, __launch_bounds__.
#pragma once

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
  /// Two for each multiprocessor of an H200; whole clusters of 8.
  static constexpr int most_blocks = 264;
};

Experiment cluster();

}  // namespace tilebridge
