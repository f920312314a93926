// SPDX-License-Identifier: Apache-2.0
// The experiments in Kokkos, as listed in experiments.cmake.
#pragma once

#include <string>

#include "backends/kokkos/execution.hpp"
#include "base/error.hpp"

#define TILEBRIDGE_HOST_QUEUE HostExecution
#ifdef TILEBRIDGE_KOKKOS_GPU
#define TILEBRIDGE_GPU_QUEUE GpuExecution
#endif
#include "kernels/instantiate.hpp"

namespace tilebridge::kokkos {

// [mentioned]
/// Throws if a team cannot have this many bytes of scratch memory. Kokkos keeps some of a block's
/// shared memory for itself, and before 5.2 never opts in to more than the 48 KiB available to
/// every CUDA kernel.
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

#define TILEBRIDGE_EXPERIMENTS "experiments/kokkos.inc"
#include "kernels/add_all.inc"

/// Rewritten and tuned kernels of experiments whose file would be long with them.
namespace rewritten {
#define TILEBRIDGE_EXPERIMENTS "experiments/rewritten.inc"
#include "kernels/add_all.inc"
}  // namespace rewritten

/// The steps from kernels in loops to rewritten ones.
namespace steps {
#define TILEBRIDGE_EXPERIMENTS "experiments/steps.inc"
#include "kernels/add_all.inc"
}  // namespace steps

}  // namespace tilebridge::kokkos
