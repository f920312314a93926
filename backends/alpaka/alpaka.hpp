// SPDX-License-Identifier: Apache-2.0
// The experiments in alpaka 3, as listed in experiments.cmake.
#pragma once

#include "backends/alpaka/execution.hpp"
#include "kernels/registrar.hpp"

/// Goes at the end of an experiment's file: instantiates its function for the host and, where CUDA
/// compiles it, for the GPU.
#ifdef TILEBRIDGE_ALPAKA_GPU
#define TILEBRIDGE_INSTANTIATE(add)             \
  template void add(AlpakaKernels<HostQueue>&); \
  template void add(AlpakaKernels<GpuQueue>&)
#else
#define TILEBRIDGE_INSTANTIATE(add) template void add(AlpakaKernels<HostQueue>&)
#endif

namespace tilebridge::alpaka3 {

/// Takes kernels that are enqueued on a `Queue`.
template <class Queue>
using AlpakaKernels = kernels::Registrar<Queue>;

#define TILEBRIDGE_EXPERIMENT(name)                      \
  namespace name##_experiment {                          \
    template <class Queue>                               \
    void register_kernels(AlpakaKernels<Queue>& alpaka); \
  }
#include "experiments/alpaka.inc"

template <class Queue>
void add_all(AlpakaKernels<Queue>& alpaka) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(alpaka);
#include "experiments/alpaka.inc"
}

}  // namespace tilebridge::alpaka3
