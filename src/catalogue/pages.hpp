// SPDX-License-Identifier: Apache-2.0
// Pages of memory that the host and the device take turns with.
#pragma once

#include <cstddef>

namespace tilebridge {

constexpr std::size_t page_bytes = 4096;  // the smallest in use

/// A host that works on managed memory touches every page, so that pages that
/// are on the device come back. The data stay unchanged.
inline void touch_pages(void* data, std::size_t bytes) {
  volatile auto* const values = static_cast<unsigned char*>(data);
  for (std::size_t i = 0; i < bytes; i += page_bytes) values[i] = values[i];
}

}  // namespace tilebridge
