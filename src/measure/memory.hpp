// SPDX-License-Identifier: Apache-2.0
// Whether cases fit into memory, and host memory that is used again.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "kernels/platform.hpp"
#include "measure/plan.hpp"

namespace tilebridge::measure {

/// How much the host can still give to this process.
std::size_t host_available_bytes();

/// Throws UsageError (what is needed, what is available) if the largest case does not fit into the
/// device's free memory, or its copy into the host's. Allocates nothing.
void check_memory(const std::vector<PlannedCase>& cases, const kernels::PlatformDevice& device);

/// Host memory that the next workspace uses again: page-locked where the platform has it, so that
/// copies run at the speed of the link.
class HostPool {
 public:
  using Block = std::shared_ptr<std::byte[]>;

  /// Unused blocks are freed rather than let the pool exceed `most_bytes`.
  HostPool(kernels::PlatformDevice& device, std::size_t most_bytes);

  /// Returns a block of at least so many bytes, uninitialised. It is reused once its last owner is
  /// gone, which may outlive the pool. Throws UsageError if there is not enough memory.
  Block take(std::size_t bytes);

 private:
  /// Unused blocks by size.
  using Unused = std::multimap<std::size_t, kernels::PlatformDevice::Allocation>;

  kernels::PlatformDevice::Allocation allocate(std::size_t size);

  kernels::PlatformDevice& device_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;  // of all blocks
  std::shared_ptr<Unused> unused_ = std::make_shared<Unused>();
};

}  // namespace tilebridge::measure
