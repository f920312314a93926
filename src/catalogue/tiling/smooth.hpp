// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = (in[i-1] + in[i] + in[i+1]) / 3 for 1 ≤ i < n - 1; the two end elements stay unchanged
template <class T>
struct Smooth {
  const T* in;  // n elements
  T* out;       // n elements
  std::size_t n;
};

}  // namespace tilebridge
