// SPDX-License-Identifier: Apache-2.0
// The limits of an SM (streaming multiprocessor) of each compute capability from 5.0 on, and of a
// compute unit (CU) of AMD's gfx90a and gfx942, and their allocation units.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilebridge {

constexpr int threads_per_warp = 32;

/// The register allocation of every architecture: a warp's registers are rounded up to a multiple
/// of the unit (of twice that for a wavefront of 64), and a launch fails if its warps do not fit
/// evenly into so many partitions.
constexpr int register_unit = 256;
constexpr int checked_partitions = 4;

/// The units in which an SM's resources are allocated to blocks.
struct Granularity {
  int partitions;      // of the register file; a warp's registers lie in one of them
  int shared_bytes;    // a block's shared memory is rounded up to a multiple of this
  int reserved_bytes;  // shared memory per block reserved by the system
};

struct Limits {
  int major;  // compute capability; 0 where the architecture has a name
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
  int warp = threads_per_warp;
  int multi_warp_blocks = blocks;  // per SM, of more than one warp each
  std::string_view name = {};      // "gfx942", of AMD's architectures

  bool is_amd() const { return !name.empty(); }
  /// A warp's registers are rounded up to a multiple of this.
  int warp_register_unit() const { return register_unit / threads_per_warp * warp; }
};

/// All known limits of NVIDIA's GPUs, by compute capability.
std::span<const Limits> known_limits();
/// Those of AMD's GPUs.
std::span<const Limits> known_amd_limits();

/// "sm_90", "gfx942".
std::string arch_name(const Limits& limits);

/// The limits for "sm_90", "9.0" or "90", "gfx942" or, as HIP has it, "gfx942:sramecc+:xnack-";
/// none if unknown.
std::optional<Limits> find_limits(std::string_view arch);

}  // namespace tilebridge
