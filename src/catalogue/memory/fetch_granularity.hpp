// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// out[i] = in[i · stride] for i < count, in order; with `index`, out[i] = in[index[i] · stride].
struct SparseReads {
  const std::uint32_t* in;     // n words; the largest (count - 1) · stride is below n
  const std::uint32_t* index;  // count words, each below count; null where reads are in order
  std::uint32_t* out;          // count words
  std::int64_t count;
  std::int64_t stride;  // words
  int granularity;      // bytes that L2 is to fetch from memory at most; 0 leaves it as it is
};

}  // namespace tilebridge
