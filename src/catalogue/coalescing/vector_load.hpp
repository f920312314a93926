// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = 2 · in[i] for i < n
template <class T>
struct VectorScale {
  const T* in;    // n elements, aligned to 16 bytes
  T* out;         // n elements, aligned to 16 bytes
  std::size_t n;  // need not be a multiple of the vector width
  int items;      // vectors per thread, 1 to 4
};

/// Calls body.operator()<items>(), so that loops over a thread's vectors unroll.
template <class Body>
void with_items(int items, const Body& body) {
  if (items == 1) body.template operator()<1>();
  if (items == 2) body.template operator()<2>();
  if (items == 3) body.template operator()<3>();
  if (items == 4) body.template operator()<4>();
}

}  // namespace tilebridge
