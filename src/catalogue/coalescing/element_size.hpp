// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// A structure that a thread can load at once.
struct alignas(16) FourWords {
  std::uint32_t x, y, z, w;
};

/// out[i] = in[i] for i < count
struct SizedCopy {
  const void* in;  // count elements of `bytes` bytes each
  void* out;
  std::size_t count;
  int bytes;  // 1, 2, 4, 8 or 16
};

/// Calls body.operator()<T>() with a type T of `bytes` bytes.
template <class Body>
void with_element(int bytes, const Body& body) {
  if (bytes == 1) body.template operator()<std::uint8_t>();
  if (bytes == 2) body.template operator()<std::uint16_t>();
  if (bytes == 4) body.template operator()<std::uint32_t>();
  if (bytes == 8) body.template operator()<std::uint64_t>();
  if (bytes == 16) body.template operator()<FourWords>();
}

}  // namespace tilebridge
