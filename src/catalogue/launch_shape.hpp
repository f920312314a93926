// SPDX-License-Identifier: Apache-2.0
// How a kernel was launched on a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tilebridge {

struct LaunchShape {
  std::array<std::uint32_t, 3> grid = {};   // blocks by x, y and z
  std::array<std::uint32_t, 3> block = {};  // threads
  std::uint64_t shared_bytes = 0;           // of the block's dynamic shared memory

  bool operator==(const LaunchShape&) const = default;
};

/// One launch of a case's code consists of these kernels.
using LaunchShapes = std::vector<LaunchShape>;

}  // namespace tilebridge
