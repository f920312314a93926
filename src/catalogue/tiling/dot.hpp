// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// *result = Σ a[i] · b[i] for i < n
template <class T>
struct Dot {
  static constexpr int block_size = 256;  // threads, with one product each

  const T* a;  // n elements
  const T* b;  // n elements
  T* result;   // one element; implementations set it to zero themselves
  std::size_t n;
};

}  // namespace tilebridge
