// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "catalogue/fma_chain.hpp"

namespace tilebridge {

/// A part of an array: empty where it is cut into more pieces than it has elements.
struct Piece {
  std::size_t first, count;  // elements
};

/// Returns piece `number`, from 0, of n elements that are cut into `pieces` of the same length.
constexpr Piece piece_of(std::size_t n, int pieces, int number) {
  const auto count = static_cast<std::size_t>(pieces);
  const std::size_t longest = (n + count - 1) / count;
  const std::size_t first = static_cast<std::size_t>(number) * longest;
  if (first >= n) return {n, 0};
  return {first, n - first < longest ? n - first : longest};
}

/// `in` is copied to the device, where v = factor · v + addend is computed `steps` times for each
/// of its elements, and back to `out`. It is cut into one piece per stream, which does all three.
struct Overlap {
  const float* in;  // n elements, in pinned host memory
  float* out;       // n elements, in pinned host memory
  std::size_t n;
  int steps;
  int streams;

  static constexpr float factor = FmaChain::factor;
  static constexpr float addend = FmaChain::addend;
};

/// `in` is copied to the device in pieces, doubled there, and left there.
struct OneWay {
  const float* in;  // n elements, in pinned host memory
  float* out;       // n elements, on the device
  std::size_t n;
  int streams;
};

}  // namespace tilebridge
