// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// The threads of a block pass values round. From v = in on, `repeats` times (mod 2³²), for every
/// thread t of a block:
///
/// w[t] = first(v[t]) or second(v[t]) or v[t], as the variant has it; a barrier;
/// v[t] = w[partner(t)]
///
/// and out = v; the partner is the thread 129 further (mod 256). first() is `steps` times
/// first_step(), and second() as often second_step(): either is a chain of 2 · steps instructions,
/// and no compiler makes one of the two. The steps, mod 2³², are
///
/// first_step(v) = (v xor 2654435769) · 2246822507
/// second_step(v) = ⌊v / 2¹⁵⌋ xor (v · 2246822507)
struct BranchedSteps {
  const std::uint32_t* in;  // block_size words per block
  std::uint32_t* out;       // the same
  int blocks;
  int repeats;

  static constexpr int block_size = 256;
  static constexpr int half = block_size / 2;
  static constexpr int steps = 32;

  static constexpr std::uint32_t first_step(std::uint32_t v) {
    return (v ^ 0x9e3779b9) * 0x85ebca6b;
  }
  static constexpr std::uint32_t second_step(std::uint32_t v) {
    return (v >> 15) ^ (v * 0x85ebca6b);
  }
};

/// Index of the thread whose word thread t takes: one of the other half and of the other parity.
constexpr auto partner(auto t) { return (t + BranchedSteps::half + 1) % BranchedSteps::block_size; }

}  // namespace tilebridge
