// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "catalogue/fma_chain.hpp"

namespace tilebridge {

/// Some of an array's elements; none where it is cut into more pieces than it has elements.
struct Piece {
  std::size_t first, count;  // elements
};

/// The one with this number, from 0, of n elements cut into `pieces` of the same length.
inline Piece piece_of(std::size_t n, int pieces, int number) {
  const auto count = static_cast<std::size_t>(pieces);
  const std::size_t longest = (n + count - 1) / count;
  const std::size_t first = std::min(n, static_cast<std::size_t>(number) * longest);
  return {first, std::min(longest, n - first)};
}

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
};

/// Copied to the device, doubled there, and left there; cut into pieces in the same way
struct OneWay {
  const float* in;  // n elements, in pinned host memory
  float* out;       // n elements, on the device
  std::size_t n;
  int streams;
};

}  // namespace tilebridge
