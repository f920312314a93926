// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// out[i] = in[i] + set[i mod set_words] (mod 2³²) for i < n: a working set that is read again and
/// again, in order, while n words stream through.
struct SetSums {
  static constexpr std::int64_t words_per_mib = 1 << 18;
  static constexpr int block_size = 256;

  const std::uint32_t* set;  // set_words words
  const std::uint32_t* in;   // n words
  std::uint32_t* out;        // n words
  std::int64_t n;
  int set_words;  // a multiple of 4

  std::size_t set_bytes() const {
    return static_cast<std::size_t>(set_words) * sizeof(std::uint32_t);
  }
};

}  // namespace tilebridge
