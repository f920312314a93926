// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// Every warp exchanges its 32 values repeatedly: it starts with v = in and does, `repeats` times
/// (mod 2³²), for every lane l:
///
/// broadcast…, up, down, xor_butterfly: v[l] = v[from(l, d)] + in[l] for d = 1, 2, 4, 8, 16
/// sum_…: v[l] = in[l] xor Σ v[k] over k < 32
/// sum_8, sum_16, listing_butterfly: the same within each group of 8 or 16 lanes
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

/// Each thread has `count` floats, one after another, each summed over the warp. It starts with
/// v = in and does, `repeats` times, for every lane l and k < count:
/// v[l][k] = in[l][k] + share · Σ v[j][k] over j < 32, and out = v.
template <int count>
struct FloatExchange {
  const float* in;  // in [-1, 1): `count` per thread, block_size threads per block
  float* out;       // the same
  int blocks;
  int repeats;

  static constexpr int warp_size = WarpExchange::warp_size;
  static constexpr int block_size = WarpExchange::block_size;
  /// Half the mean instead of the sum keeps |v| below 2; a power of two rounds nothing.
  static constexpr float share = 0.5F / warp_size;
};

}  // namespace tilebridge
