// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

/// A structure that a thread can load at once.
struct alignas(16) FourWords {
  std::uint32_t x, y, z, w;
};

}  // namespace tilebridge
