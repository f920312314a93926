// SPDX-License-Identifier: Apache-2.0
// The experiments in Kokkos, as listed in experiments.cmake.
#pragma once

#include "backends/kokkos/execution.hpp"
#include "measure/implementations.hpp"

/// Goes at the end of an experiment's file: instantiates its function for the host and, if this
/// Kokkos has a GPU backend, for the GPU.
#ifdef TILEBRIDGE_KOKKOS_GPU
#define TILEBRIDGE_INSTANTIATE(add)                 \
  template void add(KokkosKernels<HostExecution>&); \
  template void add(KokkosKernels<GpuExecution>&)
#else
#define TILEBRIDGE_INSTANTIATE(add) template void add(KokkosKernels<HostExecution>&)
#endif

namespace tilebridge::kokkos {

/// Takes kernels that run on instances of the execution space `Exec`.
template <class Exec>
using KokkosKernels = measure::RegistrarOf<Model::kokkos, Exec>;

/// `Exec` is an execution space; work is launched on its instance.
#define TILEBRIDGE_EXPERIMENT(name) \
  template <class Exec>             \
  void add_##name(KokkosKernels<Exec>& kokkos);
#include "experiments/kokkos.inc"

/// The steps from plain kernels to matched ones.
#define TILEBRIDGE_EXPERIMENT(name) \
  template <class Exec>             \
  void add_steps_of_##name(KokkosKernels<Exec>& kokkos);
#include "experiments/steps.inc"

template <class Exec>
void add_all(KokkosKernels<Exec>& kokkos) {
#define TILEBRIDGE_EXPERIMENT(name) add_##name(kokkos);
#include "experiments/kokkos.inc"
#define TILEBRIDGE_EXPERIMENT(name) add_steps_of_##name(kokkos);
#include "experiments/steps.inc"
}

}  // namespace tilebridge::kokkos
