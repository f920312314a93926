// SPDX-License-Identifier: Apache-2.0
// The experiments in RAJA, as listed in experiments.cmake.
#pragma once

#include <type_traits>

#include "backends/raja/execution.hpp"

#define TILEBRIDGE_HOST_QUEUE HostResource
#ifdef RAJA_ENABLE_CUDA
#define TILEBRIDGE_GPU_QUEUE GpuResource
#endif
#include "kernels/instantiate.hpp"

namespace tilebridge::raja {

/// Takes kernels whose work goes to a `Resource`.
template <class Resource>
using RajaKernels = kernels::Registrar<Resource>;

template <class Resource>
constexpr bool is_host = std::is_same_v<Resource, HostResource>;

#define TILEBRIDGE_EXPERIMENTS "experiments/raja.inc"
#include "kernels/add_all.inc"

}  // namespace tilebridge::raja
