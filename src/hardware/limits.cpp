// SPDX-License-Identifier: Apache-2.0
#include "hardware/limits.hpp"

#include <fmt/format.h>

#include <array>

namespace tilebridge {
namespace {

constexpr int Ki = 1024;

// The fields in the order of Granularity, as cuda_occupancy.h of CUDA 13.0 has them. Turing is
// grouped with Maxwell, later architectures with Ampere.
constexpr Granularity maxwell = {4, 256, 0};
constexpr Granularity pascal_60 = {2, 256, 0};
constexpr Granularity ampere = {4, 128, 1 * Ki};

// Compute capability; blocks, warps, registers and shared memory per SM; threads, registers, shared
// memory and opt-in shared memory per block; registers per thread. From the CUDA C++ Programming
// Guide 11, table 15, and from 7.5 on the CUDA Programming Guide 13, tables 30 and 31. 11.0 was
// called 10.1 before CUDA 13.
constexpr std::array<Limits, 20> all = {{
    {5, 0, 32, 64, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, maxwell},
    {5, 2, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, maxwell},
    {5, 3, 32, 64, 64 * Ki, 64 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 255, maxwell},
    {6, 0, 32, 64, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, pascal_60},
    {6, 1, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, maxwell},
    {6, 2, 32, 64, 64 * Ki, 64 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 255, maxwell},
    {7, 0, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 96 * Ki, 255, maxwell},
    {7, 2, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 96 * Ki, 255, maxwell},
    {7, 5, 16, 32, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 64 * Ki, 255, maxwell},
    {8, 0, 32, 64, 64 * Ki, 164 * Ki, 1024, 64 * Ki, 48 * Ki, 163 * Ki, 255, ampere},
    {8, 6, 16, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere},
    {8, 7, 16, 48, 64 * Ki, 164 * Ki, 1024, 64 * Ki, 48 * Ki, 163 * Ki, 255, ampere},
    {8, 9, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere},
    {9, 0, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere},
    {10, 0, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere},
    {10, 1, 24, 48, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere},
    {10, 3, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere},
    {11, 0, 24, 48, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere},
    {12, 0, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere},
    {12, 1, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere},
}};

// Registers of a SIMD: 512 of 64 lanes each, allocated 8 at a time; the LDS 512 bytes at a time
// (LLVM, "User Guide for AMDGPU Backend", compute_pgm_rsrc1 and 2 of GFX90A and GFX940).
constexpr Granularity cdna = {4, 512, 0};

// Per compute unit: 8 wavefronts on each of 4 SIMDs, 4 × 512 × 64 registers of 32 bits (ordinary
// and accumulation registers are one file), 64 KiB of LDS (AMD Instinct MI200 and MI300 Instruction
// Set Architecture; ROCm, "GPU hardware specifications"). 16 blocks that have barriers: blocks of
// more than one wavefront (LLVM, AMDGPU: getMaxWorkGroupsPerCU). A thread has up to 512 registers.
constexpr Limits of_cdna(std::string_view name) {
  return {0,       0,       32,  32,   512 * 4 * 64, 64 * Ki, 1024, 512 * 4 * 64,
          64 * Ki, 64 * Ki, 512, cdna, 64,           16,      name};
}
constexpr std::array<Limits, 2> all_of_amd = {of_cdna("gfx90a"), of_cdna("gfx942")};

}  // namespace

std::span<const Limits> known_limits() { return all; }

std::span<const Limits> known_amd_limits() { return all_of_amd; }

std::string arch_name(const Limits& limits) {
  if (limits.is_amd()) return std::string(limits.name);
  return fmt::format("sm_{}{}", limits.major, limits.minor);
}

std::optional<Limits> find_limits(std::string_view arch) {
  for (const Limits& limits : all_of_amd)
    if (arch.substr(0, arch.find(':')) == limits.name) return limits;
  for (const Limits& limits : all) {
    const std::string name = arch_name(limits);
    if (arch == name || arch == name.substr(3) ||
        arch == fmt::format("{}.{}", limits.major, limits.minor))
      return limits;
  }
  return std::nullopt;
}

}  // namespace tilebridge
