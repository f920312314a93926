// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// out[i] = in[index[i]] for i < n
template <class T>
struct Gather {
  const T* in;                 // n elements
  const std::uint32_t* index;  // n elements, each below n
  T* out;                      // n elements
  std::size_t n;
};

}  // namespace tilebridge
