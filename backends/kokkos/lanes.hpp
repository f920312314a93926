// SPDX-License-Identifier: Apache-2.0
// What threads of a warp do together. Kokkos has no word for it: these are CUDA's and HIP's
// instructions. For GPUs only.
#pragma once

#include "backends/kokkos/kokkos.hpp"

#ifdef TILEBRIDGE_KOKKOS_GPU
namespace tilebridge::kokkos {

// [shown]
/// The sum over each group of `lanes` lanes, in all of them. Every lane of the warp must call it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T sum_of_group(T value, int lanes) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((for (int distance = lanes / 2; distance > 0; distance /= 2) value +=
                       __shfl_xor(value, distance);))
#else
  KOKKOS_IF_ON_DEVICE((for (int distance = lanes / 2; distance > 0; distance /= 2) value +=
                       __shfl_xor_sync(0xffffffff, value, distance);))
#endif
  return value;
}

/// The value in the lane `source`. Every lane of the warp must call it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T from_lane(int source, T value) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((value = __shfl(value, source);))
#else
  KOKKOS_IF_ON_DEVICE((value = __shfl_sync(0xffffffff, value, source);))
#endif
  return value;
}

/// Whether any lane of the warp has the predicate. Every lane must call it.
KOKKOS_FORCEINLINE_FUNCTION bool any_lane(bool predicate) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((predicate = __any(predicate);))
#else
  KOKKOS_IF_ON_DEVICE((predicate = __any_sync(0xffffffff, predicate);))
#endif
  return predicate;
}

/// Waits for the threads of a warp; in HIP, for all threads of the team.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION void wait_for_lanes([[maybe_unused]] const Team& team) {
#ifdef __CUDA_ARCH__
  __syncwarp();
#else
  team.team_barrier();
#endif
}

}  // namespace tilebridge::kokkos
#endif
