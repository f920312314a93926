// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = in[i] for i < n. The variant says in which memory each of them lies.
struct Transfer {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
};

}  // namespace tilebridge
