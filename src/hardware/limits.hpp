// SPDX-License-Identifier: Apache-2.0
// The limits of an SM (streaming multiprocessor) of each compute capability, and its allocation
// units.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilebridge {

constexpr int threads_per_warp = 32;

/// The units in which an SM's resources are allocated to blocks.
struct Granularity {
  int warps;               // a block's warps are rounded up to a multiple of this
  int registers;           // registers per warp (before 2.0 per block) are rounded up likewise
  bool by_block;           // registers are allocated per block, not per warp
  int partitions;          // of the register file; a warp's registers lie in one of them
  int checked_partitions;  // a launch fails if its warps do not fit evenly into this many
  int shared_bytes;        // a block's shared memory is rounded up likewise
  int reserved_bytes;      // shared memory per block reserved by the system
  std::string_view source;
};

struct Limits {
  int major;  // compute capability
  int minor;
  int blocks;  // per SM, as are the following
  int warps;
  int registers;
  int shared_bytes;       // at the largest carve-out
  int threads_per_block;  // per block, as are the following
  int registers_per_block;
  int shared_bytes_per_block;
  int shared_bytes_opt_in;  // with cudaFuncAttributeMaxDynamicSharedMemorySize
  int registers_per_thread;
  Granularity unit;
  std::string_view source;  // for everything but the granularity
};

/// All known limits, by compute capability.
std::span<const Limits> known_limits();

/// "sm_90".
std::string arch_name(const Limits& limits);

/// The limits for "sm_90", "9.0" or "90"; none if unknown.
std::optional<Limits> find_limits(std::string_view arch);

}  // namespace tilebridge
