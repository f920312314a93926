// SPDX-License-Identifier: Apache-2.0
// The experiments in alpaka 3, as listed in experiments.cmake.
#pragma once

#include "backends/alpaka/execution.hpp"

#define TILEBRIDGE_HOST_QUEUE HostQueue
#ifdef TILEBRIDGE_ALPAKA_GPU
#define TILEBRIDGE_GPU_QUEUE GpuQueue
#endif
#include "kernels/instantiate.hpp"

namespace tilebridge::alpaka3 {

/// Takes kernels that are enqueued on a `Queue`.
template <class Queue>
using AlpakaKernels = kernels::Registrar<Queue>;

#define TILEBRIDGE_EXPERIMENTS "experiments/alpaka.inc"
#include "kernels/add_all.inc"

}  // namespace tilebridge::alpaka3
