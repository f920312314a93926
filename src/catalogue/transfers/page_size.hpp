// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// out[k] = next[k · apart] for k < touched. `next` is managed memory, all of which is on the host
/// before a launch; next[i] = i + apart, so that each word read says where the next one is.
struct PageTouch {
  std::uint32_t* next;  // bytes ÷ 4 elements
  std::uint32_t* out;   // `touched` elements, on the device
  std::size_t bytes;    // of `next`
  std::size_t touched;  // words read
  std::uint32_t apart;  // words, at least 1
};

}  // namespace tilebridge
