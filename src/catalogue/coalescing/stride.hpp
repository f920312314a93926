// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// c[i·stride] = a[i·stride] + b[i·stride] for i < count
template <class T>
struct StridedAdd {
  const T* a;  // (count - 1) · stride + 1 elements each
  const T* b;
  T* c;
  std::size_t count;
  std::size_t stride;  // elements
};

/// out[i] = in[i·stride] for i < count
template <class T>
struct StridedCopy {
  const T* in;  // (count - 1) · stride + 1 elements
  T* out;       // count elements
  std::size_t count;
  std::size_t stride;  // elements
};

/// out[i] = 2 · in[(i·stride) mod n] for i < n
template <class T>
struct WrappedCopy {
  const T* in;  // n elements
  T* out;       // n elements
  std::size_t n;
  std::size_t stride;  // elements
};

}  // namespace tilebridge
