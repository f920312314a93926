// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// out[i] = in[index[i]]² for i < n. `in` is on the device or in managed memory, as the variant
/// says; the host may use it before a launch.
struct Migration {
  float* in;                   // n elements
  const std::uint32_t* index;  // n elements, on the device, below n
  float* out;                  // n elements, on the device
  std::size_t n;
};

/// All device memory but for about `left` bytes, fewer than `in` has, is taken before the first
/// launch; none is taken if `left` is 0.
struct CrowdedMigration {
  Migration migration;
  std::size_t left;
};

}  // namespace tilebridge
