// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// The threads of a block pass values round. From v = in on, `repeats` times (mod 2³²), for every
/// thread t of a block:
///
/// w[t] = first(v[t]) or second(v[t]) or v[t], as the variant has it; a barrier;
/// v[t] = w[(t + apart) mod 256]
///
/// and out = v. A value goes to a thread of the other half and the other parity.
///
/// first: `steps` times v = (v xor offset) · factor
/// second: `steps` times v = (v >> shift) xor (v · factor)
///
/// Either is a chain of 2 · steps instructions, and no compiler makes one of the two.
struct BranchedSteps {
  const std::uint32_t* in;  // block_size words per block
  std::uint32_t* out;       // the same
  int blocks;
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int half = block_size / 2;
  static constexpr int apart = half + 1;
  static constexpr int steps = 32;
  static constexpr std::uint32_t offset = 0x9e3779b9;
  static constexpr std::uint32_t factor = 0x85ebca6b;
  static constexpr int shift = 15;
};

}  // namespace tilebridge
