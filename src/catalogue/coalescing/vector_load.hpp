// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace tilebridge {

/// out[i] = 2 · in[i] for i < n
template <class T>
struct VectorScale {
  const T* in;    // n elements, aligned to 16 bytes
  T* out;         // n elements, aligned to 16 bytes
  std::size_t n;  // need not be a multiple of the vector width
  int items;      // vectors per thread, 1 to 4
};

/// Calls body(count) with `items` as a compile-time constant, so that loops over it unroll.
template <class Body>
void with_items(int items, const Body& body) {
  if (items == 1) body(std::integral_constant<int, 1>{});
  if (items == 2) body(std::integral_constant<int, 2>{});
  if (items == 3) body(std::integral_constant<int, 3>{});
  if (items == 4) body(std::integral_constant<int, 4>{});
}

}  // namespace tilebridge
