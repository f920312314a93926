// SPDX-License-Identifier: Apache-2.0
#include "hardware/limits.hpp"

#include <fmt/format.h>

#include <array>

namespace tilebridge {
namespace {

constexpr int Ki = 1024;

constexpr std::string_view header_7 = "cuda_occupancy.h of CUDA 7.0";
constexpr std::string_view header_13 = "cuda_occupancy.h of CUDA 13.0";
constexpr std::string_view guide_4 = "CUDA C Programming Guide 4.2, appendix F";
constexpr std::string_view guide_11 = "CUDA C++ Programming Guide 11, table 15";
constexpr std::string_view guide_13 = "CUDA Programming Guide 13, tables 30 and 31";

// The fields in the order of Granularity. Turing is grouped with Kepler, later architectures with
// Ampere.
constexpr Granularity tesla = {2, 256, true, 1, 1, 512, 0, header_7};
constexpr Granularity tesla_12 = {2, 512, true, 1, 1, 512, 0, header_7};
constexpr Granularity fermi = {1, 64, false, 2, 2, 128, 0, header_7};
constexpr Granularity kepler = {1, 256, false, 4, 4, 256, 0, header_13};
// A launch that does not fit into the four partitions of 6.1 is refused on 6.0 too.
constexpr Granularity pascal_60 = {1, 256, false, 2, 4, 256, 0, header_13};
constexpr Granularity ampere = {1, 256, false, 4, 4, 128, 1 * Ki, header_13};

// Compute capability; blocks, warps, registers and shared memory per SM; threads, registers, shared
// memory and opt-in shared memory per block; registers per thread. 11.0 was called 10.1 before CUDA
// 13.
constexpr std::array<Limits, 29> all = {{
    {1, 0, 8, 24, 8 * Ki, 16 * Ki, 512, 8 * Ki, 16 * Ki, 16 * Ki, 128, tesla, guide_4},
    {1, 1, 8, 24, 8 * Ki, 16 * Ki, 512, 8 * Ki, 16 * Ki, 16 * Ki, 128, tesla, guide_4},
    {1, 2, 8, 32, 16 * Ki, 16 * Ki, 512, 16 * Ki, 16 * Ki, 16 * Ki, 128, tesla_12, guide_4},
    {1, 3, 8, 32, 16 * Ki, 16 * Ki, 512, 16 * Ki, 16 * Ki, 16 * Ki, 128, tesla_12, guide_4},
    {2, 0, 8, 48, 32 * Ki, 48 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 63, fermi, guide_4},
    {2, 1, 8, 48, 32 * Ki, 48 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 63, fermi, guide_4},
    {3, 0, 16, 64, 64 * Ki, 48 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 63, kepler, guide_4},
    {3, 5, 16, 64, 64 * Ki, 48 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {3, 7, 16, 64, 128 * Ki, 112 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {5, 0, 32, 64, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {5, 2, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {5, 3, 32, 64, 64 * Ki, 64 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {6, 0, 32, 64, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, pascal_60, guide_11},
    {6, 1, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {6, 2, 32, 64, 64 * Ki, 64 * Ki, 1024, 32 * Ki, 48 * Ki, 48 * Ki, 255, kepler, guide_11},
    {7, 0, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 96 * Ki, 255, kepler, guide_11},
    {7, 2, 32, 64, 64 * Ki, 96 * Ki, 1024, 64 * Ki, 48 * Ki, 96 * Ki, 255, kepler, guide_11},
    {7, 5, 16, 32, 64 * Ki, 64 * Ki, 1024, 64 * Ki, 48 * Ki, 64 * Ki, 255, kepler, guide_13},
    {8, 0, 32, 64, 64 * Ki, 164 * Ki, 1024, 64 * Ki, 48 * Ki, 163 * Ki, 255, ampere, guide_13},
    {8, 6, 16, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere, guide_13},
    {8, 7, 16, 48, 64 * Ki, 164 * Ki, 1024, 64 * Ki, 48 * Ki, 163 * Ki, 255, ampere, guide_13},
    {8, 9, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere, guide_13},
    {9, 0, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere, guide_13},
    {10, 0, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere, guide_13},
    {10, 1, 24, 48, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere, guide_13},
    {10, 3, 32, 64, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere, guide_13},
    {11, 0, 24, 48, 64 * Ki, 228 * Ki, 1024, 64 * Ki, 48 * Ki, 227 * Ki, 255, ampere, guide_13},
    {12, 0, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere, guide_13},
    {12, 1, 24, 48, 64 * Ki, 100 * Ki, 1024, 64 * Ki, 48 * Ki, 99 * Ki, 255, ampere, guide_13},
}};

}  // namespace

std::span<const Limits> known_limits() { return all; }

std::string arch_name(const Limits& limits) {
  return fmt::format("sm_{}{}", limits.major, limits.minor);
}

std::optional<Limits> find_limits(std::string_view arch) {
  for (const Limits& limits : all) {
    const std::string name = arch_name(limits);
    if (arch == name || arch == name.substr(3) ||
        arch == fmt::format("{}.{}", limits.major, limits.minor))
      return limits;
  }
  return std::nullopt;
}

}  // namespace tilebridge
