// SPDX-License-Identifier: Apache-2.0
// The experiments in Kokkos, as experiments.cmake lists them.
#pragma once

#include "measure/implementations.hpp"

/// At the end of an experiment's file: its function for the host and, where this Kokkos has one,
/// for the GPU.
#ifdef TILEBRIDGE_KOKKOS_GPU
#define TILEBRIDGE_INSTANTIATE(add)             \
  template void add(Registrar<HostExecution>&); \
  template void add(Registrar<GpuExecution>&)
#else
#define TILEBRIDGE_INSTANTIATE(add) template void add(Registrar<HostExecution>&)
#endif

namespace tilebridge::kokkos {

/// `Exec` is an execution space; its instance is what launches go to.
#define TILEBRIDGE_EXPERIMENT(name) \
  template <class Exec>             \
  void add_##name(Registrar<Exec>& kokkos);
#include "experiments/kokkos.inc"

/// The kernels of the levels matched and tuned.
#define TILEBRIDGE_EXPERIMENT(name) \
  template <class Exec>             \
  void add_engineered_##name(Registrar<Exec>& kokkos);
#include "experiments/engineered.inc"

template <class Exec>
void add_all(Registrar<Exec>& kokkos) {
#define TILEBRIDGE_EXPERIMENT(name) add_##name(kokkos);
#include "experiments/kokkos.inc"
#define TILEBRIDGE_EXPERIMENT(name) add_engineered_##name(kokkos);
#include "experiments/engineered.inc"
}

}  // namespace tilebridge::kokkos
