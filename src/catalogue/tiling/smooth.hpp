// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// out[i] = (in[i-1] + in[i] + in[i+1]) / 3 for 1 ≤ i < n - 1; the two end elements stay unchanged
template <class T>
struct Smooth {
  static constexpr int block_size = 256;  // threads, with one average each
  static constexpr int vector_block_size = 128;

  const T* in;  // n elements
  T* out;       // n elements
  std::size_t n;
};

}  // namespace tilebridge
