// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// Thread i stores in[i] to out[i % words]: to the same word from all blocks, in no order.
struct SameWord {
  static constexpr int block_size = 256;

  const std::uint32_t* in;  // n elements
  std::uint32_t* out;       // `words` elements
  std::size_t words;        // a whole number of blocks
  std::size_t n;
};

}  // namespace tilebridge
