// SPDX-License-Identifier: Apache-2.0
// What a multiprocessor of each compute capability holds, and in which units it gives that out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilebridge {

constexpr int threads_per_warp = 32;

/// In which units a block gets its share of a multiprocessor.
struct Granularity {
  int warps;               // a block's warps are rounded up to a multiple of this
  int registers;           // a warp's registers (before 2.0 a block's) are rounded up likewise
  bool by_block;           // registers are given to blocks, not to warps
  int partitions;          // of the register file; a warp's registers are of one of them
  int checked_partitions;  // a launch is refused whose warps do not fit evenly into so many
  int shared_bytes;        // a block's shared memory is rounded up likewise
  int reserved_bytes;      // shared memory that the system takes of every block
  std::string_view source;
};

struct Limits {
  int major;  // compute capability
  int minor;
  int blocks;  // of a multiprocessor, as what follows
  int warps;
  int registers;
  int shared_bytes;       // at the largest carve-out
  int threads_per_block;  // of a block, as what follows
  int registers_per_block;
  int shared_bytes_per_block;
  int shared_bytes_opt_in;  // by cudaFuncAttributeMaxDynamicSharedMemorySize
  int registers_per_thread;
  Granularity unit;
  std::string_view source;  // of everything but the granularity
};

/// All that are known, by compute capability.
std::span<const Limits> known_limits();

/// "sm_90".
std::string arch_name(const Limits& limits);

/// Of "sm_90", "9.0" or "90"; none where it is not known.
std::optional<Limits> find_limits(std::string_view arch);

}  // namespace tilebridge
