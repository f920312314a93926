// SPDX-License-Identifier: Apache-2.0
// The limits of an SM (streaming multiprocessor) of each compute capability from 5.0 on, and its
// allocation units.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilebridge {

constexpr int threads_per_warp = 32;

/// The register allocation of every architecture: a warp's registers are rounded up to a multiple
/// of the unit, and a launch fails if its warps do not fit evenly into so many partitions.
constexpr int register_unit = 256;
constexpr int checked_partitions = 4;

/// The units in which an SM's resources are allocated to blocks.
struct Granularity {
  int partitions;      // of the register file; a warp's registers lie in one of them
  int shared_bytes;    // a block's shared memory is rounded up to a multiple of this
  int reserved_bytes;  // shared memory per block reserved by the system
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
};

/// All known limits, by compute capability.
std::span<const Limits> known_limits();

/// "sm_90".
std::string arch_name(const Limits& limits);

/// The limits for "sm_90", "9.0" or "90"; none if unknown.
std::optional<Limits> find_limits(std::string_view arch);

}  // namespace tilebridge
