// SPDX-License-Identifier: Apache-2.0
// The experiments in RAJA, as listed in experiments.cmake.
#pragma once

#include <type_traits>

#include "backends/raja/execution.hpp"
#include "kernels/registrar.hpp"

/// Goes at the end of an experiment's file: instantiates its function for the host and, if this
/// RAJA has CUDA, for the GPU.
#ifdef RAJA_ENABLE_CUDA
#define TILEBRIDGE_INSTANTIATE(add)              \
  template void add(RajaKernels<HostResource>&); \
  template void add(RajaKernels<GpuResource>&)
#else
#define TILEBRIDGE_INSTANTIATE(add) template void add(RajaKernels<HostResource>&)
#endif

namespace tilebridge::raja {

/// Takes kernels whose work goes to a `Resource`.
template <class Resource>
using RajaKernels = kernels::Registrar<Resource>;

template <class Resource>
constexpr bool is_host = std::is_same_v<Resource, HostResource>;

#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    template <class Resource>                           \
    void register_kernels(RajaKernels<Resource>& raja); \
  }
#include "experiments/raja.inc"

template <class Resource>
void add_all(RajaKernels<Resource>& raja) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(raja);
#include "experiments/raja.inc"
}

}  // namespace tilebridge::raja
