// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = 2 · in[i] for i < n. One of the arrays is in page-locked host memory, the other on the
/// device, as the variant says.
struct HostScale {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
};

}  // namespace tilebridge
