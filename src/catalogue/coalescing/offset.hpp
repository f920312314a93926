// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = base[offset + i] for i < n
struct OffsetCopy {
  const float* base;  // offset + n elements, aligned as the allocator aligns
  float* out;         // n elements, aligned likewise
  std::size_t n;
  std::size_t offset;  // elements
};

}  // namespace tilebridge
