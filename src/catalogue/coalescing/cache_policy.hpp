// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// out[i] = Σ (k + 1) · in[j(i, k)] for i < n, over k < reuse. In the piece of 256 elements that
/// holds i, j(i, k) is the element k · 32 after i, wrapping around within the piece; beyond n it
/// adds nothing. So a block reads its piece `reuse` times, and a warp reads another 128 bytes of it
/// each time: no thread reads an address twice in eight passes, so no compiler can merge its loads.
struct PieceSum {
  static constexpr int piece = 256;  // elements, a power of two
  static constexpr int shift = 32;   // elements

  /// The place in its piece of the element that a thread reads in pass k.
  static constexpr auto place(auto thread, auto k) { return (thread + k * shift) & (piece - 1); }

  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
  int reuse;
};

}  // namespace tilebridge
