// SPDX-License-Identifier: Apache-2.0
// HIP 5.2's atomicInc, which Kokkos's scans call, names an instruction of its compiler that clang
// 18 and later do not have. Where the two meet, as on Debian 12 for gfx942, Kokkos's files include
// this first (backends/kokkos/model.cmake).
#pragma once

#include <hip/hip_runtime.h>

__device__ inline unsigned tilebridge_atomic_inc(unsigned* address, unsigned limit) {
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}

#define atomicInc tilebridge_atomic_inc
