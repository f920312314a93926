// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// *result = Σ a[i] · b[i] for i < n
template <class T>
struct Dot {
  const T* a;  // n elements
  const T* b;  // n elements
  T* result;   // one element; implementations set it to zero themselves
  std::size_t n;
};

}  // namespace tilebridge
