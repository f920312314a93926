// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel a multiprocessor holds, as
// cudaOccupancyMaxActiveBlocksPerMultiprocessor says it, without a device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/limits.hpp"

namespace tilebridge {

/// What a block of a kernel asks for.
struct Footprint {
  std::int64_t threads;       // at least 1
  std::int64_t registers;     // a thread, as the compiler reports them
  std::int64_t shared_bytes;  // static and dynamic
};

/// What a multiprocessor can run out of.
enum class Resource { blocks, warps, registers, shared_memory };
std::string_view name_of(Resource resource);    // "shared_memory"
std::string_view words_for(Resource resource);  // "shared memory"

/// The blocks for which one resource alone suffices; none where the kernel does not use it.
struct Allowance {
  Resource resource;
  std::optional<int> blocks;
};

struct Occupancy {
  int blocks;    // on a multiprocessor at a time
  int warps;     // of these blocks
  double share;  // of the warps that the multiprocessor holds at most
  std::array<Allowance, 4> allowances;
  std::vector<Resource> limiters;  // of which there is enough for no more than these blocks
  std::string refusal;             // "over 255 registers a thread", where no block can be launched
};

/// The kernel has opted in to all the shared memory a block may have and prefers shared memory to
/// cache, so that its own needs alone set the limit.
Occupancy occupancy(const Limits& limits, const Footprint& block);

}  // namespace tilebridge
