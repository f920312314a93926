// SPDX-License-Identifier: Apache-2.0
// The runtime that the kernels are compiled with, CUDA's or HIP's, and properties of its GPUs.
#pragma once

#ifdef TILEBRIDGE_WITH_HIP

#include "backends/hip/runtime.hpp"

#else

#include <cuda_runtime.h>

#include "kernels/registrar.hpp"

namespace tilebridge::cuda {

constexpr Platform gpu_platform = Platform::cuda;
constexpr const char* runtime_name = "CUDA";

// [shown]
constexpr int warp_size = 32;

// [mentioned]
/// Returns how many blocks of so many bytes of shared memory launch bounds may want per SM: CUDA
/// leaves what an SM's shared memory holds to the launch.
constexpr int blocks_held(int wanted, std::size_t /*shared_bytes*/) { return wanted; }

/// Maximum resident threads per SM (streaming multiprocessor), for launch bounds: these are
/// compiled for every architecture, and requesting more blocks than fit is an error (NVIDIA, CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability").
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
constexpr int most_resident_threads = 1024;
#elif defined(__CUDA_ARCH__) &&                                              \
    (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 880 || \
     __CUDA_ARCH__ == 890 || __CUDA_ARCH__ == 1010 || __CUDA_ARCH__ >= 1100)
constexpr int most_resident_threads = 1536;
#else
constexpr int most_resident_threads = 2048;
#endif

#if defined(__clang__) && defined(__CUDA__)
// clang's headers have no streaming loads.
__device__ inline int __ldcs(const int* from) {
  int word;
  asm("ld.global.cs.s32 %0, [%1];" : "=r"(word) : "l"(from));
  return word;
}
__device__ inline int2 __ldcs(const int2* from) {
  int2 words;
  asm("ld.global.cs.v2.s32 {%0, %1}, [%2];" : "=r"(words.x), "=r"(words.y) : "l"(from));
  return words;
}
__device__ inline int4 __ldcs(const int4* from) {
  int4 words;
  asm("ld.global.cs.v4.s32 {%0, %1, %2, %3}, [%4];"
      : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
      : "l"(from));
  return words;
}
#endif

// [shown]
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
// There is no such instruction before sm_80.
__device__ inline unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  for (int apart = warp_size / 2; apart > 0; apart /= 2)
    value += __shfl_xor_sync(mask, value, apart);
  return value;
}
#endif

/// A feature that other GPUs lack.
constexpr kernels::Feature cache_operators = {};

/// Means to choose where registers are spilled to, and how many a kernel has.
constexpr kernels::Feature shared_spills = {CUDART_VERSION >= 13000,
                                            "compilers before CUDA 13 spill to local memory alone"};
constexpr kernels::Feature maxnreg = {CUDART_VERSION >= 12040, "__maxnreg__ came with CUDA 12.4"};
constexpr kernels::Feature maxrregcount = {};
#ifndef __maxnreg__
#define __maxnreg__(registers)
#endif

/// Barriers that the threads of a block may reach by different instructions; since Volta.
constexpr kernels::Feature unaligned_barriers = {};

/// Whether shared memory and L1 are parts of one memory whose shares can be chosen.
constexpr kernels::Feature shares_l1 = {};

constexpr kernels::Feature ptxas_options = {};

constexpr bool has_textures() { return true; }

}  // namespace tilebridge::cuda

#endif
