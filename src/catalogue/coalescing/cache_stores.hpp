// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// In step s < steps, a block of 256 threads copies its piece of 256 elements, turned by 40:
/// element j becomes element (j + 40) mod 256 of what the step before stored, and of `in` in step
/// 0. Even steps store to `first`, odd ones to `second`. So all but the first step's loads are of
/// what another thread of the block has just stored. Every 32 steps the pieces are the same again.
struct StoreAndRead {
  static constexpr int piece = 256;  // elements, also threads
  static constexpr int turn = 40;    // elements: more than a warp's, and whole sectors

  /// Index, within its piece, of the element that becomes element j in the next step.
  static constexpr auto next(auto j) { return (j + turn) % piece; }

  const float* in;  // blocks · 256 elements
  float* first;     // blocks · 256 elements
  float* second;    // blocks · 256 elements
  std::int64_t blocks;
  int steps;  // at least 2
};

}  // namespace tilebridge
