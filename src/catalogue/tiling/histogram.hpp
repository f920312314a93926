// SPDX-License-Identifier: Apache-2.0
// What do atomics on shared bins cost, and what do bins of a block's own save? D5 §3.3.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// counts[b] = how many of in[0..n) are b
struct Histogram {
  static constexpr int bins = 256;

  /// Of `lane_private`: 256 bins for each lane lie interleaved, so that a lane has a bank of its
  /// own.
  static constexpr int lanes = 32;
  static constexpr int threads = 512;                 // of a block
  static constexpr int blocks_wanted = 2;             // a multiprocessor: all that fit
  static constexpr int loads = 4;                     // 16-byte loads in flight a thread
  static constexpr int piece = threads * loads * 16;  // bytes

  const unsigned char* in;  // n elements
  std::uint32_t* counts;    // bins elements; implementations set them to zero themselves
  std::size_t n;
};

Experiment histogram();

}  // namespace tilebridge
