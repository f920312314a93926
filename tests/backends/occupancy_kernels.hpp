// SPDX-License-Identifier: Apache-2.0
// Kernels of many needs, for what the CUDA runtime says of them.
#pragma once

#include <cstdint>
#include <vector>

#include "hardware/limits.hpp"

namespace tilebridge {

/// The runtime says this of the current device; what it does not say is 0.
Limits device_limits();

struct OccupancyKernel {
  const void* function;
  int values;                 // of 32 bits that a thread holds at the same time
  int registers;              // a thread
  std::int64_t shared_bytes;  // a block, static
  std::int64_t most_dynamic;  // shared bytes a block, beside the static ones
};

/// Opted in to all the shared memory there is, and preferring it to cache.
std::vector<OccupancyKernel> occupancy_kernels();

/// Asks cudaOccupancyMaxActiveBlocksPerMultiprocessor.
int resident_blocks(const OccupancyKernel& kernel, int threads, std::int64_t dynamic_bytes);

}  // namespace tilebridge
