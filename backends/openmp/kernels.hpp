// SPDX-License-Identifier: Apache-2.0
// The experiments in OpenMP, as listed in experiments.cmake.
#pragma once

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp {

#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    void register_kernels(const OpenmpKernels& openmp); \
  }
#include "experiments/openmp.inc"

/// Reductions over all teams. They call functions by pointer, and what else a file of clang's has
/// then looks as if it were called so: it reads its arguments from shared memory, and its barriers
/// ask in which mode the kernel runs.
namespace reductions {
#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    void register_kernels(const OpenmpKernels& openmp); \
  }
#include "experiments/reductions.inc"
}  // namespace reductions

inline void add_all([[maybe_unused]] const OpenmpKernels& openmp) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(openmp);
#include "experiments/openmp.inc"
#define TILEBRIDGE_EXPERIMENT(name) reductions::name##_experiment::register_kernels(openmp);
#include "experiments/reductions.inc"
}

}  // namespace tilebridge::openmp
