// SPDX-License-Identifier: Apache-2.0
// The experiments in Kokkos, as listed in experiments.cmake.
#pragma once

#include <string>

#include "backends/kokkos/execution.hpp"
#include "base/error.hpp"
#include "kernels/registrar.hpp"

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

// [mentioned]
/// Throws if a team cannot have this many bytes of scratch memory. Kokkos 4.7 never opts in to more
/// than the 48 KiB available to every CUDA kernel, and keeps some of that for itself.
template <class Exec>
void check_scratch(std::size_t bytes) {
  const auto most = static_cast<std::size_t>(Kokkos::TeamPolicy<Exec>::scratch_size_max(0));
  if (bytes > most)
    throw Unavailable("needs " + std::to_string(bytes) +
                      " bytes of scratch memory per team; this Kokkos allows at most " +
                      std::to_string(most));
}

// [hidden]

/// Takes kernels that run on instances of the execution space `Exec`.
template <class Exec>
using KokkosKernels = kernels::Registrar<Exec>;

/// `Exec` is an execution space; work is launched on its instance.
#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    template <class Exec>                               \
    void register_kernels(KokkosKernels<Exec>& kokkos); \
  }
#include "experiments/kokkos.inc"

/// The steps from kernels in loops to rewritten ones.
#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_steps {                              \
    template <class Exec>                               \
    void register_kernels(KokkosKernels<Exec>& kokkos); \
  }
#include "experiments/steps.inc"

template <class Exec>
void add_all(KokkosKernels<Exec>& kokkos) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(kokkos);
#include "experiments/kokkos.inc"
#define TILEBRIDGE_EXPERIMENT(name) name##_steps::register_kernels(kokkos);
#include "experiments/steps.inc"
}

}  // namespace tilebridge::kokkos
