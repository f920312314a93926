// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// The number of elements from the first of `count` to the last, a stride apart.
constexpr std::size_t reach(std::size_t count, std::size_t stride) {
  return count > 0 ? (count - 1) * stride + 1 : 0;
}

/// c[i·stride] = a[i·stride] + b[i·stride] for i < count
template <class T>
struct StridedAdd {
  const T* a;  // reach(count, stride) elements each
  const T* b;
  T* c;
  std::size_t count;
  std::size_t stride;  // elements
};

/// out[i] = in[i·stride] for i < count
template <class T>
struct StridedCopy {
  const T* in;  // reach(count, stride) elements
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

  /// Whether i · stride fits into 32 bits for all i < n and in `beyond` more threads. A 64-bit
  /// remainder costs more than the memory access.
  constexpr bool fits_in_32_bits(std::size_t beyond = 0) const {
    return (n + beyond) * stride <= 0xffffffff;
  }
};

}  // namespace tilebridge
