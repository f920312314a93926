// SPDX-License-Identifier: Apache-2.0
// How many bytes L2 fetches from memory for one sector that it lacks, as far as a program may say:
// by CUDA's runtime, since no other model has a word for it.
#pragma once

#include <memory>

#include "base/error.hpp"
#include "kernels/held_limit.hpp"

namespace tilebridge::cache {

// [mentioned]
#if CUDART_VERSION > 0

inline std::shared_ptr<kernels::HeldLimit> fetch_limit(int bytes) {
  return kernels::held_limit(bytes, cudaLimitMaxL2FetchGranularity, cudaDeviceGetLimit,
                             cudaDeviceSetLimit, cudaGetLastError);
}

#else

/// HIP has no such limit, so only 0 has an equivalent.
inline std::shared_ptr<kernels::HeldLimit> fetch_limit(int bytes) {
  if (bytes != 0) throw NoEquivalent("HIP does not say how much L2 fetches from memory");
  return kernels::no_limit();
}

#endif

}  // namespace tilebridge::cache
