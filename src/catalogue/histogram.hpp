// What do atomics on shared bins cost, and what do bins of a block's own save? D5 §3.3.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// counts[b] = how many of in[0..n) are b
struct Histogram {
  static constexpr int bins = 256;

  const unsigned char* in;  // n elements
  std::uint32_t* counts;    // bins elements; implementations set them to zero themselves
  std::size_t n;
};

Experiment histogram();

}  // namespace tilebridge
