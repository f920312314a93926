// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel fit on an SM (streaming multiprocessor) or on a compute unit of
// AMD's: the answer of cudaOccupancyMaxActiveBlocksPerMultiprocessor, without a device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/limits.hpp"

namespace tilebridge {

/// A block of a kernel requires these.
struct Footprint {
  std::int64_t threads;       // at least 1
  std::int64_t registers;     // per thread, as the compiler reports them
  std::int64_t shared_bytes;  // static and dynamic
};

/// The resources that an SM can run out of.
enum class Resource { blocks, warps, registers, shared_memory };
std::string_view words_for(Resource resource);  // "shared memory"

/// The number of blocks that one resource alone allows; none if the kernel does not use it.
struct Allowance {
  Resource resource;
  std::optional<int> blocks;
};

struct Occupancy {
  int blocks;    // resident per SM
  int warps;     // in these blocks
  double share;  // of the maximum number of warps per SM
  std::array<Allowance, 4> allowances;
  std::vector<Resource> limiters;  // the resources that allow no more blocks than these
  std::string refusal;             // "over 255 registers per thread", if no block can be launched
};

/// Assumes that the kernel has opted in to the maximum shared memory per block and prefers shared
/// memory to cache, so that only its own requirements limit it.
Occupancy occupancy(const Limits& limits, const Footprint& block);

}  // namespace tilebridge
