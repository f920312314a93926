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

/// Copies with all device memory taken but for about `left` bytes, less than `in` has; 0: nothing
/// is taken.
struct CrowdedMigration {
  Migration migration;
  std::size_t left;
};

}  // namespace tilebridge
