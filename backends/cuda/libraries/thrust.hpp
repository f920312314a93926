// SPDX-License-Identifier: Apache-2.0
// Thrust on the runner's stream, without waiting for it.
#pragma once

#include "backends/cuda/cuda.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <thrust/system/cuda/execution_policy.h>
#endif

namespace tilebridge::cuda::libraries {

#ifdef TILEBRIDGE_WITH_HIP
constexpr kernels::Feature with_thrust = {false, "rocThrust is not called"};
#else
constexpr kernels::Feature with_thrust = {true, ""};

// [shown]
inline auto without_waiting(Stream stream) { return thrust::cuda::par_nosync.on(stream); }
#endif

}  // namespace tilebridge::cuda::libraries
