// SPDX-License-Identifier: Apache-2.0
// How much of the time of copies can a kernel hide, and copies in the other direction? D3 §6.
#pragma once

#include <algorithm>
#include <cstddef>

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge {

/// in to the device, `steps` times v = factor · v + addend for each of its elements there, back to
/// out; cut into as many pieces as there are streams, each of which does all three for its own
struct Overlap {
  const float* in;  // n elements, in pinned host memory
  float* out;       // n elements, in pinned host memory
  std::size_t n;
  int steps;
  int streams;

  static constexpr float factor = FmaChain::factor;
  static constexpr float addend = FmaChain::addend;

  struct Piece {
    std::size_t first, count;  // elements; none where there are more streams than elements
  };
  Piece piece(int stream) const {
    const auto pieces = static_cast<std::size_t>(streams);
    const std::size_t longest = (n + pieces - 1) / pieces;
    const std::size_t first = std::min(n, static_cast<std::size_t>(stream) * longest);
    return {first, std::min(longest, n - first)};
  }
};

Experiment overlap();

}  // namespace tilebridge
