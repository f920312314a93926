// SPDX-License-Identifier: Apache-2.0
// What does it cost to exchange values within a warp, and what does it save over shared memory?
// D4, the warp shuffle instruction.
#pragma once

#include <cstdint>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// Every warp exchanges its 32 values repeatedly, each time those left by the previous exchange.
/// From v = in on, `repeats` times (mod 2³²), for every lane l of a warp:
///
/// broadcast, up, down, xor_butterfly: v[l] = v[from(l, d)] + in[l] for d = 1, 2, 4, 8, 16
/// sum_…: v[l] = in[l] xor Σ v[k] over k < 32
/// scan: v[l] = in[l] xor Σ v[k] over k ≤ l
///
/// and out = v.
struct WarpExchange {
  const std::uint32_t* in;  // block_size words per block
  std::uint32_t* out;       // the same
  int blocks;
  int repeats;

  static constexpr int warp_size = 32;
  static constexpr int block_size = 256;
  static constexpr int distances = 5;  // exchanges per repeat
};

Experiment shuffle();

}  // namespace tilebridge
